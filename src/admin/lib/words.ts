import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { NAMESPACE } from "../i18n/namespace"
import { formatNumber } from "./format"
import { useLanguage, type Language } from "./language"

/** Finds the words of these screens, `t("payments.title")`, in the language they are shown in. */
export function useWords() {
  const { language } = useLanguage()
  const { t: found } = useTranslation(NAMESPACE, { lng: language })
  const t = useMemo(
    () =>
      new Proxy(found, {
        apply: (words, self, [key, options]: unknown[]) => {
          const text: unknown = Reflect.apply(words, self, [key, withThousands(options, language)])
          return text
        },
      }),
    [found, language]
  )
  return { t, language }
}

/** A count as the language writes it, `82 333`: browsers know no Uzbek. By the count itself the plural is chosen. */
export function withThousands(options: unknown, language: Language): unknown {
  if (typeof options !== "object" || options === null || !("count" in options)) return options
  if (typeof options.count !== "number") return options
  return { ...options, replace: { ...options, count: formatNumber(options.count, language) } }
}

export type Words = ReturnType<typeof useWords>["t"]
export type { Language }
