import { GlobeEurope } from "@medusajs/icons"
import { DropdownMenu, IconButton } from "@medusajs/ui"
import { chooseLanguage, LANGUAGES, useLanguage } from "../lib/language"
import { useWords } from "../lib/words"

const CHOICES = ["auto", ...LANGUAGES] as const

/** A language for these screens besides the admin's own, which has no Uzbek. */
export const LanguageSwitch = () => {
  const { t } = useWords()
  const { choice } = useLanguage()
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton
          size="small"
          variant="transparent"
          className="shrink-0"
          aria-label={t("common.language.label")}
          title={t("common.language.label")}
        >
          <GlobeEurope />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <DropdownMenu.RadioGroup
          value={choice}
          onValueChange={(value) => {
            const chosen = CHOICES.find((known) => known === value)
            if (chosen) chooseLanguage(chosen)
          }}
        >
          {CHOICES.map((language) => (
            <DropdownMenu.RadioItem key={language} value={language}>
              {t(`common.language.${language}`)}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
