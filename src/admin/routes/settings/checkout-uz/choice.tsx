import { Badge, Button, Label, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Settings } from "../../../../contract"
import { useQuestion } from "../../../components/question"
import { useWords } from "../../../lib/words"
import { SetBy } from "./set-by"
import type { useChoose } from "./use-choose"

type Props = {
  title: string
  hint: string
  /** The id of the control that the title names. */
  control: string
  setting: Settings[keyof Settings]
  /** What is in force without a choice in the admin, in words. */
  without: string
  /** What that will change, where the value alone does not say it. */
  changes?: string
  choose: Pick<ReturnType<typeof useChoose>, "back" | "isPending">
  children: ReactNode
}

/** One thing a merchant decides: what it is, the control, where its value comes from, the way back. */
export const Setting = (props: Props) => {
  const { title, hint, control, setting, children } = props
  const { t } = useWords()
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-3 px-6 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-y-1">
        <Label id={`${control}-label`} htmlFor={control} size="small" weight="plus">
          {title}
        </Label>
        <Text id={`${control}-hint`} size="small" className="text-ui-fg-subtle text-pretty">
          {hint}
        </Text>
      </div>
      <div className="flex min-w-0 flex-col gap-y-3">
        {children}
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
          <Badge size="2xsmall">{t(`settings.source.${setting.source}`)}</Badge>
          {setting.source === "admin" && (
            <>
              <SetBy at={setting.set_at} by={setting.set_by} />
              <WayBack {...props} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Gives a choice up, once it was said what will be different. */
const WayBack = ({ setting, without, changes, choose }: Props) => {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const goBack = async () => {
    const isSame = setting.value === setting.without_setting
    const sure = await askFirst({
      title: t("settings.choices.back_title"),
      means: isSame
        ? t("settings.choices.back_same", { value: without })
        : [t("settings.choices.back_means", { value: without }), changes].filter(Boolean).join(" "),
      yes: t("settings.choices.back"),
      harmless: true,
    })
    if (sure) choose.back()
  }
  return (
    <>
      <Button
        size="small"
        variant="transparent"
        className="-my-1"
        disabled={choose.isPending}
        onClick={() => void goBack()}
      >
        {t("settings.choices.back")}
      </Button>
      {question}
    </>
  )
}
