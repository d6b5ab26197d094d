import { Button, Hint, Text, Textarea } from "@medusajs/ui"
import { useId, useState } from "react"
import { LONGEST_DESCRIPTION, type Settings } from "../../../../contract"
import { useUnsaved } from "../../../components/unsaved"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { asTheCustomerReads } from "./description-preview"
import { useChoose } from "./use-choose"

type Props = { setting: Settings["description"] }

/** The note on the payment page. */
export const Description = ({ setting }: Props) => (
  // Another value in force starts the field anew.
  <Field key={setting.value} setting={setting} />
)

const Field = ({ setting }: Props) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose("description")
  const inForce = setting.value ?? ""
  const [typed, setTyped] = useState(inForce)
  const read = asTheCustomerReads(typed)
  const isChanged = typed.trim() !== inForce
  useUnsaved(isChanged)
  return (
    <Setting
      title={t("settings.description.title")}
      hint={t("settings.description.hint", {
        cart: "{cart_id}",
        session: "{session_id}",
      })}
      control={id}
      setting={setting}
      without={setting.without_setting ?? t("settings.description.empty")}
      choose={choose}
    >
      <form
        className="flex flex-col gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          choose.save(typed.trim())
        }}
      >
        <div className="flex flex-col gap-y-1">
          <Textarea
            id={id}
            rows={2}
            maxLength={LONGEST_DESCRIPTION}
            value={typed}
            placeholder={t("settings.description.example", { cart: "{cart_id}" })}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              setTyped(target.value)
            }}
          />
          <Hint className="text-ui-fg-subtle self-end tabular-nums">
            {typed.length} / {LONGEST_DESCRIPTION}
          </Hint>
        </div>
        <div className="bg-ui-bg-component shadow-borders-base flex flex-col gap-y-1 rounded-lg p-3">
          <Text size="xsmall" leading="compact" weight="plus" className="text-ui-fg-subtle">
            {t("settings.description.preview")}
          </Text>
          <Text
            size="small"
            className={read === "" ? "text-ui-fg-subtle" : "text-ui-fg-base break-words"}
          >
            {read === "" ? t("settings.description.empty") : read}
          </Text>
        </div>
        {isChanged && (
          <div className="flex gap-x-2">
            <Button size="small" type="submit" isLoading={choose.isPending}>
              {t("common.actions.save")}
            </Button>
            <Button
              size="small"
              variant="secondary"
              type="button"
              onClick={() => {
                setTyped(inForce)
              }}
            >
              {t("common.actions.cancel")}
            </Button>
          </div>
        )}
      </form>
    </Setting>
  )
}
