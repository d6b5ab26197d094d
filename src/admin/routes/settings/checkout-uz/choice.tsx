import { Badge, Button, Label, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Settings } from "../../../../contract"
import { useWords } from "../../../lib/words"
import { SetBy } from "./set-by"
import type { useChoose } from "./use-choose"

type Props = {
  title: string
  hint: string
  /** The id of the control that the title names. */
  control: string
  setting: Settings[keyof Settings]
  choose: Pick<ReturnType<typeof useChoose>, "back" | "isPending">
  children: ReactNode
}

/** One thing a merchant decides: what it is, the control, where its value comes from, the way back. */
export const Setting = ({ title, hint, control, setting, choose, children }: Props) => {
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
              <Button
                size="small"
                variant="transparent"
                className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover -my-1"
                disabled={choose.isPending}
                onClick={choose.back}
              >
                {t("settings.choices.back")}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
