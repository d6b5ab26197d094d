import { Select } from "@medusajs/ui"
import { useId } from "react"
import type { Settings } from "../../../../contract"
import { LANGUAGES } from "../../../lib/language"
import { useWords } from "../../../lib/words"
import { Setting } from "./choice"
import { useChoose } from "./use-choose"

/** The language of the notifications, which are the same for everybody who works in the admin. */
export const AlertLanguage = ({ setting }: { setting: Settings["alert_language"] }) => {
  const { t } = useWords()
  const id = useId()
  const choose = useChoose("alert_language")
  return (
    <Setting
      title={t("settings.alert_language.title")}
      hint={t("settings.alert_language.hint")}
      control={id}
      setting={setting}
      without={t(`common.language.${setting.without_setting}`)}
      choose={choose}
    >
      <div className="max-w-60">
        <Select
          value={choose.underWay ?? setting.value}
          disabled={choose.isPending}
          onValueChange={(value) => {
            const chosen = LANGUAGES.find((known) => known === value)
            if (chosen && chosen !== setting.value) choose.save(chosen)
          }}
        >
          <Select.Trigger id={id} aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {LANGUAGES.map((language) => (
              <Select.Item key={language} value={language} lang={language}>
                {t(`common.language.${language}`)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      </div>
    </Setting>
  )
}
