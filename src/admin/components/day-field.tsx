import { DatePicker, I18nProvider, Label } from "@medusajs/ui"
import { useId, useMemo, useState } from "react"
import { lastDays } from "../lib/format"
import { isDay } from "../lib/range"
import { useWords, type Language } from "../lib/words"

/** Days are written in one way on all of these screens, 30.11.2026. Chromium has no Uzbek names of months ("2026 M11"). */
const LOCALES: Record<Language, string> = { en: "en-CH", ru: "ru-RU", uz: "en-CH" }

/** A day to choose, up to today in Toshkent. */
export const DayField = ({
  label,
  day,
  choose,
}: {
  label: string
  day: string | undefined
  choose: (day: string) => void
}) => {
  const { language } = useWords()
  const id = useId()
  // The same object as long as it is the same day, or what is being typed would be lost.
  const value = useMemo(() => (day === undefined ? null : dateOf(day)), [day])
  const { edition, report } = useEdition(day)
  return (
    <div className="flex flex-col gap-y-1">
      <Label id={id} size="xsmall" weight="plus" className="text-ui-fg-subtle">
        {label}
      </Label>
      <I18nProvider locale={LOCALES[language]}>
        <DatePicker
          key={edition}
          aria-labelledby={id}
          size="small"
          granularity="day"
          value={value}
          maxValue={dateOf(lastDays(1).to)}
          // Without the button that empties it, which has an English name only; and an empty date is too
          // faint to read in the dark.
          className="!grid-cols-[28px_1fr] pr-2 max-sm:!grid-cols-[40px_1fr] [&>button:last-child]:hidden [&_.text-ui-fg-muted[role=spinbutton]:not(:focus-visible)]:text-ui-fg-subtle"
          onChange={(date) => {
            const chosen = date === null ? null : dayOf(date)
            if (!isDay(chosen) || chosen === day) return
            report(chosen)
            choose(chosen)
          }}
        />
      </I18nProvider>
    </div>
  )
}

/**
 * The date picker keeps showing its own day where another one comes from outside: a preset, the
 * browser's back button. It is made anew then, and only then, so that whoever types stays in it.
 */
function useEdition(day: string | undefined) {
  const [seen, setSeen] = useState({ day, edition: 0 })
  const [reported, report] = useState(day)
  if (seen.day === day) return { edition: seen.edition, report }
  const edition = day === reported ? seen.edition : seen.edition + 1
  setSeen({ day, edition })
  report(day)
  return { edition, report }
}

/** The date picker speaks of midnight on the browser's own clock; only its day counts. */
function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number)
  return new Date(year, month - 1, date)
}

function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-")
}
