import { Button } from "@medusajs/ui"
import { lastDays } from "../lib/format"
import { withEnd, type Range } from "../lib/range"
import { useWords } from "../lib/words"
import { DayField } from "./day-field"

const PRESETS = [7, 30, 90] as const

/** A range of days, at most a year: the last 7, 30 or 90, or any two. */
export const RangePicker = ({
  range,
  choose,
}: {
  range: Range
  choose: (range: Range) => void
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
      <RangePresets range={range} choose={choose} />
    </div>
  )
}

/** The last 7, 30 or 90 days; the one that the range is stays pressed. */
export const RangePresets = ({
  range,
  choose,
}: {
  range: { from: string | undefined; to: string | undefined }
  choose: (range: Range) => void
}) => {
  const { t } = useWords()
  return (
    <div role="group" aria-label={t("payments.range.presets")} className="flex gap-x-1">
      {PRESETS.map((days) => {
        const preset = lastDays(days)
        const chosen = preset.from === range.from && preset.to === range.to
        return (
          <Button
            key={days}
            size="small"
            type="button"
            variant={chosen ? "secondary" : "transparent"}
            aria-pressed={chosen}
            onClick={() => {
              choose(preset)
            }}
          >
            {t("payments.range.days", { count: days })}
          </Button>
        )
      })}
    </div>
  )
}
