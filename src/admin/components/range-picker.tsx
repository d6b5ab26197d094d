import { Button } from "@medusajs/ui"
import { DAYS_OF, daysOf, presetOf, PRESETS, type Preset } from "../lib/presets"
import { withEnd, type Range } from "../lib/range"
import { useWords, type Words } from "../lib/words"
import { DayField } from "./day-field"

/** A range of days, at most a year: a ready one, or any two days. */
export const RangePicker = ({
  range,
  pressed,
  choose,
}: {
  range: Range
  /** The ready one that was pressed last, as the address has it. */
  pressed: string | null
  /** With the ready one that it is, where one was pressed. */
  choose: (range: Range, preset?: Preset) => void
}) => {
  const { t } = useWords()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DayField
        label={t("payments.range.from")}
        day={range.from}
        choose={(day) => {
          choose(withEnd(range, "from", day))
        }}
      />
      <DayField
        label={t("payments.range.to")}
        day={range.to}
        choose={(day) => {
          choose(withEnd(range, "to", day))
        }}
      />
      <RangePresets range={range} pressed={pressed} choose={choose} />
    </div>
  )
}

/** The days people ask for most; the one that the range is stays pressed. */
export const RangePresets = ({
  range,
  pressed,
  choose,
}: {
  range: { from: string | undefined; to: string | undefined }
  /** The one that was pressed last, as the address has it. */
  pressed: string | null
  choose: (range: Range, preset: Preset) => void
}) => {
  const { t } = useWords()
  const current = presetOf(range, pressed)
  return (
    <div
      role="group"
      aria-label={t("payments.range.presets")}
      className="flex flex-wrap gap-x-1 gap-y-1"
    >
      {PRESETS.map((preset) => (
        <Button
          key={preset}
          size="small"
          type="button"
          variant={preset === current ? "secondary" : "transparent"}
          aria-pressed={preset === current}
          onClick={() => {
            choose(daysOf(preset), preset)
          }}
        >
          {presetInWords(t, preset)}
        </Button>
      ))}
    </div>
  )
}

function presetInWords(t: Words, preset: Preset): string {
  switch (preset) {
    case "today":
      return t("payments.range.today")
    case "yesterday":
      return t("payments.range.yesterday")
    case "this_month":
      return t("payments.range.this_month")
    case "last_month":
      return t("payments.range.last_month")
    default:
      return t("payments.range.days", { count: DAYS_OF[preset] })
  }
}
