import { Button, Hint, Input } from "@medusajs/ui"
import { useId, useState } from "react"
import { type Settings, settingsBodySchema } from "../../../../contract"
import { useUnsaved } from "../../../components/unsaved"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { useChoose } from "./use-choose"

const daysSchema = settingsBodySchema.shape.watch_days.unwrap().unwrap()

type Props = { setting: Settings["watch_days"] }

/** For how long an unpaid invoice is still asked about. */
export const WatchDays = ({ setting }: Props) => <Field key={setting.value} setting={setting} />

const Field = ({ setting }: Props) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose("watch_days")
  const [typed, setTyped] = useState(String(setting.value))
  const days = daysSchema.safeParse(typed.trim() === "" ? undefined : Number(typed))
  const changed = typed !== String(setting.value)
  useUnsaved(changed)
  return (
    <Setting
      title={t("settings.watch.title")}
      hint={t("settings.watch.hint")}
      control={id}
      setting={setting}
      without={`${setting.without_setting} ${t("settings.watch.days", { count: setting.without_setting })}`}
      choose={choose}
    >
      <form
        className="flex flex-col gap-y-1"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (days.success) choose.save(days.data)
        }}
      >
        <div className="flex items-center gap-x-2">
          <div className="w-20">
            <Input
              id={id}
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              value={typed}
              aria-invalid={!days.success}
              aria-describedby={`${id}-hint ${id}-wrong`}
              onChange={({ target }) => {
                setTyped(target.value)
              }}
            />
          </div>
          <span className="txt-small text-ui-fg-subtle">
            {t("settings.watch.days", { count: days.success ? days.data : setting.value })}
          </span>
          {changed && (
            <Button
              size="small"
              type="submit"
              disabled={!days.success}
              isLoading={choose.isPending}
            >
              {t("common.actions.save")}
            </Button>
          )}
        </div>
        <div id={`${id}-wrong`} aria-live="polite">
          {!days.success && <Hint variant="error">{t("settings.watch.wrong")}</Hint>}
        </div>
      </form>
    </Setting>
  )
}
