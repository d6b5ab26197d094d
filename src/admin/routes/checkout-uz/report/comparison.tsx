import { Alert, Container, Heading, Text } from "@medusajs/ui"
import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"
import { formatDay, formatNumber, formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { bridgeOf } from "./bridge"
import { Rows } from "./rows"
import { Totals } from "./totals"

type Report = z.infer<typeof historyAnswerSchema>

const GROUPS = ["both", "only_service", "only_ours"] as const

/** The three groups: what leads from one total to the other, their totals side by side, then every row. */
export const Comparison = ({
  report,
  overview,
}: {
  report: Report
  /** What the overview's days come to, in UZS, where it is known. */
  overview: number | undefined
}) => {
  const { t, language } = useWords()
  return (
    <>
      {report.may_be_incomplete && (
        <Alert
          variant="warning"
          className="bg-ui-bg-base shadow-elevation-card-rest border-0 px-6 py-4"
        >
          {t("payments.report.incomplete", { count: report.received })}
        </Alert>
      )}
      <Totals bridge={bridgeOf(report)} overview={overview} />
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3">
        {GROUPS.map((group) => {
          const { count, amount } = report.totals[group]
          return (
            <Container key={group} className="flex flex-col gap-y-1 px-6 py-4">
              <Text size="small" leading="compact" className="text-ui-fg-subtle">
                {t(`payments.report.${group}`)}
              </Text>
              <p className="h1-core whitespace-nowrap tabular-nums">
                {formatUzs(amount, language)}
              </p>
              <Text size="small" className="text-ui-fg-subtle">
                {t("payments.report.invoices", { count })}
              </Text>
            </Container>
          )
        })}
      </div>
      {GROUPS.toReversed().map((group) => (
        <Container key={group} className="divide-y overflow-hidden p-0">
          <div className="px-6 py-4">
            <Heading level="h2">{t(`payments.report.${group}`)}</Heading>
            <Text size="small" className="text-ui-fg-subtle">
              {t(`payments.report.${group}_hint`)}
            </Text>
            {report.totals[group].count > report[group].length && (
              <Text size="small" className="text-ui-fg-subtle">
                {t("payments.report.only_ours_latest", {
                  shown: formatNumber(report[group].length, language),
                  total: formatNumber(report.totals[group].count, language),
                })}
              </Text>
            )}
          </div>
          {report[group].length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {report.from === report.to
                ? t("payments.report.none_on", { day: formatDay(report.from) })
                : t("payments.report.none", {
                    from: formatDay(report.from),
                    to: formatDay(report.to),
                  })}
            </Text>
          ) : (
            <Rows key={`${report.from}/${report.to}`} group={group} rows={report[group]} />
          )}
        </Container>
      ))}
    </>
  )
}
