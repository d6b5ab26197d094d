import { Button, Hint, Input } from "@medusajs/ui"
import { useId, useState } from "react"
import { type Settings, settingsBodySchema } from "../../../../contract"
import { useUnsaved } from "../../../components/unsaved"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { useChoose } from "./use-choose"

type Name = "watch_days" | "parts_max" | "parts_wait_hours"
type Props = {
  name: Name
  setting: Settings[Name]
  title: string
  hint: string
  /** The word for so many of them, without the number. */
  unit: (count: number) => string
  /** What a number brings about, where it does not say that itself. */
  means?: (count: number) => string
}

/** A setting that is a number. Another value in force starts the field anew. */
export const WholeNumber = (props: Props) => <Field key={props.setting.value} {...props} />

const Field = ({ name, setting, title, hint, unit, means }: Props) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose(name)
  const { schema, from, to } = boundsOf(name)
  const [typed, setTyped] = useState(String(setting.value))
  const read = schema.safeParse(typed.trim() === "" ? undefined : Number(typed))
  const changed = typed !== String(setting.value)
  const { without_setting: without } = setting
  useUnsaved(changed)
  return (
    <Setting
      title={title}
      hint={hint}
      control={id}
      setting={setting}
      without={`${without} ${unit(without)}`}
      {...(means && { changes: means(without) })}
      choose={choose}
    >
      <form
        className="flex flex-col gap-y-1"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (read.success) choose.save(read.data)
        }}
      >
        <div className="flex items-center gap-x-2">
          <div className="w-20">
            <Input
              id={id}
              type="number"
              inputMode="numeric"
              min={from}
              max={to}
              value={typed}
              aria-invalid={!read.success}
              aria-describedby={`${id}-hint ${id}-said`}
              onChange={({ target }) => {
                setTyped(target.value)
              }}
            />
          </div>
          <span className="txt-small text-ui-fg-subtle">
            {unit(read.success ? read.data : setting.value)}
          </span>
          {changed && (
            <Button
              size="small"
              type="submit"
              disabled={!read.success}
              isLoading={choose.isPending}
            >
              {t("common.actions.save")}
            </Button>
          )}
        </div>
        <div id={`${id}-said`} aria-live="polite">
          {read.success ? (
            means && <Hint>{means(read.data)}</Hint>
          ) : (
            <Hint variant="error">{t("settings.choices.whole_number", { from, to })}</Hint>
          )}
        </div>
      </form>
    </Setting>
  )
}

/** What the route takes, and so what may be typed. */
function boundsOf(name: Name) {
  const schema = settingsBodySchema.shape[name].unwrap().unwrap()
  return { schema, from: schema.minValue ?? undefined, to: schema.maxValue ?? undefined }
}
