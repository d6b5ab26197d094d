import { Skeleton, Text } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import { useMemo } from "react"
import { UNNAMED_SYSTEM, type CashDesk, type Overview } from "../../../../contract"
import { Failure } from "../../../components/failure"
import { TextLink } from "../../../components/text-link"
import { formatUzs } from "../../../lib/format"
import { methodOf, paymentSystemInWords } from "../../../lib/payment-systems"
import { useWords } from "../../../lib/words"
import { Chart } from "./chart"
import { ChartTable } from "./chart-table"
import { colorOf, seriesOf } from "./series"

/** What was paid day by day: our own records, which stand while the service cannot be asked too. */
export const PaymentsPerDay = ({
  overview,
  desk,
}: {
  overview: UseQueryResult<Overview>
  desk: CashDesk
}) => {
  const { t, language } = useWords()
  const { data, error, refetch } = overview
  const series = useMemo(() => seriesOf(data?.days ?? []), [data])
  if (data === undefined) {
    if (error) return <Failure error={error} retry={() => void refetch()} />
    return <Skeleton className="m-6 h-72" />
  }
  const { total } = data
  const { bars, systems } = series
  if (total.count === 0) {
    return (
      <div className="flex min-h-72 flex-col items-center justify-center gap-y-1 px-6 py-10 text-center">
        <Text size="small" weight="plus">
          {t("payments.overview.none_title")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.overview.none_hint")}
        </Text>
      </div>
    )
  }
  const methods = data.service?.payment_methods ?? []
  const names = systems.map((system) => ({
    system,
    name: paymentSystemInWords(
      t,
      system,
      system === null ? undefined : methodOf(methods, system)?.name
    ),
    color: colorOf(system),
  }))
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p>
          <span className="h1-core tabular-nums">{formatUzs(total.amount, language)}</span>{" "}
          <span className="txt-small text-ui-fg-subtle">
            {t("payments.overview.payments", { count: total.count })} · {t("payments.overview.net")}
          </span>
        </p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label={t("payments.payment_systems")}>
          {names.map(({ name, color }) => (
            <li
              key={name}
              className="txt-compact-small text-ui-fg-subtle flex items-center gap-x-2"
            >
              <span className="size-2.5 rounded-sm" style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {systems.includes(null) && <Unnamed desk={desk} days={bars} />}
      <Chart bars={bars} series={names} />
      <ChartTable bars={bars} series={names} />
    </div>
  )
}

/** What the grey part of the chart is, and the way to its payments. */
const Unnamed = ({ desk, days }: { desk: CashDesk; days: { day: string }[] }) => {
  const { t } = useWords()
  const list = new URLSearchParams({
    tab: "invoices",
    payment_system: UNNAMED_SYSTEM,
    cash_desk: desk.handle,
    paid_from: days.at(0)?.day ?? "",
    paid_to: days.at(-1)?.day ?? "",
  })
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t("payments.overview.unnamed")}{" "}
      <TextLink to={{ search: list.toString() }}>{t("payments.overview.unnamed_show")}</TextLink>
    </Text>
  )
}
