import { Button } from "@medusajs/ui"
import { lastDays, monthUpTo, yesterday } from "../lib/format"
import { withEnd, type Range } from "../lib/range"
import { useWords } from "../lib/words"
import { DayField } from "./day-field"

/** A range of days, at most a year: a ready one, or any two days. */
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

/** The days people ask for most; those that the range is stay pressed. */
export const RangePresets = ({
  range,
  choose,
}: {
  range: { from: string | undefined; to: string | undefined }
  choose: (range: Range) => void
}) => {
  const { t } = useWords()
  const presets = [
    { name: t("payments.range.today"), ...lastDays(1) },
    { name: t("payments.range.yesterday"), ...yesterday() },
    ...[7, 30, 90].map((days) => ({
      name: t("payments.range.days", { count: days }),
      ...lastDays(days),
    })),
    { name: t("payments.range.this_month"), ...monthUpTo(0) },
    { name: t("payments.range.last_month"), ...monthUpTo(-1) },
  ]
  return (
    <div
      role="group"
      aria-label={t("payments.range.presets")}
      className="flex flex-wrap gap-x-1 gap-y-1"
    >
      {presets.map(({ name, ...preset }) => {
        const chosen = preset.from === range.from && preset.to === range.to
        return (
          <Button
            key={name}
            size="small"
            type="button"
            variant={chosen ? "secondary" : "transparent"}
            aria-pressed={chosen}
            onClick={() => {
              choose(preset)
            }}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}
