import { formatDay, formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import type { NamedSeries } from "./chart"
import type { Bar } from "./series"

/** The numbers of the chart, for those who cannot see it. Days without payments are left out. */
export const ChartTable = ({ bars, series }: { bars: Bar[]; series: NamedSeries }) => {
  const { t, language } = useWords()
  const cell = (sum: { amount: number; count: number } | undefined) =>
    sum ? `${formatUzs(sum.amount, language)} (${sum.count})` : t("common.none")
  return (
    <table className="sr-only">
      <caption>{t("payments.overview.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("payments.day")}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">{t("payments.total")}</th>
        </tr>
      </thead>
      <tbody>
        {bars
          .filter(({ count }) => count > 0)
          .map((bar) => (
            <tr key={bar.day}>
              <th scope="row">{formatDay(bar.day)}</th>
              {series.map(({ system, name }) => (
                <td key={name}>{cell(bar.sums.get(system))}</td>
              ))}
              <td>{cell(bar)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
