import {
  Bar as Stack,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import { formatCompact, formatDay, formatShortDay, formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { ticksUpTo, type Bar } from "./series"

export type NamedSeries = { system: string | null; name: string; color: string }[]

const TICK = { fill: "var(--fg-subtle)", fontSize: 12 }

/** Payments per day, one on another by payment system. The table beside it says the same. */
export const Chart = ({ bars, series }: { bars: Bar[]; series: NamedSeries }) => {
  const { t, language } = useWords()
  const ticks = ticksUpTo(Math.max(...bars.map(({ amount }) => amount)))
  const thin = bars.length > 120
  return (
    <div className="-ml-2 h-72" aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={bars}
          accessibilityLayer={false}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={thin ? 0 : "20%"}
          maxBarSize={40}
          title={t("payments.overview.per_day")}
        >
          <CartesianGrid vertical={false} stroke="var(--border-base)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatShortDay}
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: "var(--border-base)" }}
            minTickGap={16}
          />
          <YAxis
            tickFormatter={(amount: number) => formatCompact(amount, language)}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 1]}
            width={64}
          />
          <Tooltip
            cursor={{ fill: "var(--bg-base-hover)", stroke: "none" }}
            isAnimationActive={false}
            content={({ active, label }) => {
              const bar = active ? bars.find(({ day }) => day === label) : undefined
              return bar && <BarTip bar={bar} series={series} />
            }}
          />
          {series.map(({ system, name, color }) => (
            <Stack
              key={name}
              name={name}
              dataKey={(bar: Bar) => bar.sums.get(system)?.amount ?? 0}
              stackId="payments"
              fill={color}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const BarTip = ({ bar, series }: { bar: Bar; series: NamedSeries }) => {
  const { t, language } = useWords()
  const shown = series.filter(({ system }) => bar.sums.has(system))
  return (
    <div className="bg-ui-bg-component shadow-elevation-tooltip txt-compact-small flex flex-col gap-y-1.5 rounded-lg px-3 py-2">
      <p className="txt-compact-small-plus">{formatDay(bar.day)}</p>
      {shown.toReversed().map(({ system, name, color }) => (
        <p key={name} className="flex items-center gap-x-2">
          <span className="size-2.5 shrink-0 rounded-sm" style={{ background: color }} />
          <span className="text-ui-fg-subtle flex-1">{name}</span>
          <span className="tabular-nums">
            {formatUzs(bar.sums.get(system)?.amount ?? 0, language)}
          </span>
          <span className="text-ui-fg-subtle min-w-6 text-right tabular-nums">
            × {bar.sums.get(system)?.count ?? 0}
          </span>
        </p>
      ))}
      <p className="text-ui-fg-subtle border-t pt-1.5 tabular-nums">
        {formatUzs(bar.amount, language)} · {t("payments.overview.payments", { count: bar.count })}
      </p>
    </div>
  )
}
