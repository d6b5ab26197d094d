import { Switch } from "@medusajs/ui"
import { useId } from "react"
import type { Settings } from "../../../../contract"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { useChoose } from "./use-choose"

/** Whether the shop takes cards itself, beside the service's payment page. */
export const CardPayments = ({ setting }: { setting: Settings["card_payments"] }) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose("card_payments")
  const on = choose.underWay ?? setting.value
  const inWords = (isOn: boolean) => (isOn ? t("settings.cards.on") : t("settings.cards.off"))
  return (
    <Setting
      title={t("settings.cards.title")}
      hint={t("settings.cards.hint")}
      control={id}
      setting={setting}
      without={inWords(setting.without_setting)}
      choose={choose}
    >
      <div className="flex items-center gap-x-2">
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={on}
          disabled={choose.isPending}
          onCheckedChange={choose.save}
        />
        <span aria-hidden className="txt-small text-ui-fg-subtle">
          {inWords(on)}
        </span>
      </div>
    </Setting>
  )
}
