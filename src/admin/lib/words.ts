import { useTranslation } from "react-i18next"
import { NAMESPACE } from "../i18n/namespace"
import { useLanguage, type Language } from "./language"

/** Finds the words of these screens, `t("payments.title")`, in the language they are shown in. */
export function useWords() {
  const { language } = useLanguage()
  const { t } = useTranslation(NAMESPACE, { lng: language })
  return { t, language }
}

export type Words = ReturnType<typeof useWords>["t"]
export type { Language }
