import { TrianglesMini } from "@medusajs/icons"
import { Button, Popover } from "@medusajs/ui"
import { DayField } from "../../../components/day-field"
import { FingerSized } from "../../../components/finger-sized"
import { RangePresets } from "../../../components/range-picker"
import { formatDay } from "../../../lib/format"
import type { Preset } from "../../../lib/presets"
import { useWords } from "../../../lib/words"

type Ends = { from: string | undefined; to: string | undefined }

/** The days on which the invoices were made, or paid: from one on, up to one, or both. */
export const DaysFilter = ({
  label,
  from,
  to,
  pressed,
  choose,
}: Ends & {
  label: string
  /** The ready days that were pressed last, as the address has them. */
  pressed: string | null
  choose: (ends: Ends, preset?: Preset) => void
}) => {
  const { t } = useWords()
  const says = [from && formatDay(from), to && formatDay(to)].map((day) => day ?? "…").join(" – ")
  return (
    <Popover>
      <Popover.Trigger asChild>
        <Button size="small" variant="secondary" type="button">
          <span className="text-ui-fg-subtle">
            {label}
            {(from ?? to) && ":"}
          </span>
          {(from ?? to) && <span className="tabular-nums">{says}</span>}
          <TrianglesMini className="text-ui-fg-muted" />
        </Button>
      </Popover.Trigger>
      <Popover.Content
        align="start"
        aria-label={label}
        collisionPadding={8}
        className="flex w-72 flex-col gap-y-3 p-3"
      >
        <FingerSized>
          <DayField
            label={t("payments.range.from")}
            day={from}
            choose={(day) => {
              choose({ from: day, to: to !== undefined && to < day ? day : to })
            }}
          />
          <DayField
            label={t("payments.range.to")}
            day={to}
            choose={(day) => {
              choose({ from: from !== undefined && from > day ? day : from, to: day })
            }}
          />
          <RangePresets range={{ from, to }} pressed={pressed} choose={choose} />
        </FingerSized>
      </Popover.Content>
    </Popover>
  )
}
