import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { historyAnswerSchema, type CashDesk } from "../../../../contract"
import { ExportButton } from "../../../components/export-button"
import { Failure } from "../../../components/failure"
import { RangePicker } from "../../../components/range-picker"
import { ask } from "../../../lib/ask"
import { lastDays } from "../../../lib/format"
import { readRange, type Range } from "../../../lib/range"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { DeskSelect, useDesks } from "../desks"
import { NoDesk } from "../overview/no-desk"
import { overviewQuery } from "../overview/queries"
import { Comparison } from "./comparison"

/** What the service says was paid against what we know, for a range of days. */
export const ReportTab = () => {
  const { desks, chosen, error, isPending, refetch } = useDesks()
  if (error) {
    return (
      <Container className="p-0">
        <Failure error={error} retry={() => void refetch()} />
      </Container>
    )
  }
  if (isPending) return <Skeleton className="h-40 w-full rounded-lg" />
  if (chosen === undefined) return <NoDesk />
  return <DeskReport key={chosen.handle} desks={desks} desk={chosen} />
}

const DeskReport = ({ desks, desk }: { desks: CashDesk[]; desk: CashDesk }) => {
  const { t } = useWords()
  const { params, go } = useAddress()
  const range = readRange(params.get("from"), params.get("to")) ?? lastDays(7)
  // The service is asked for the days that are chosen, and only once somebody wants it.
  const isCompared = params.get("compared") === nameOf(range)
  const path = `/cash-desks/${encodeURIComponent(desk.handle)}/history`
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["checkout-uz", "history", desk.handle, range],
    queryFn: () => ask(historyAnswerSchema, path, { query: range }),
    enabled: isCompared,
    staleTime: 60_000,
    retry: false,
  })
  const { data: overview } = useQuery({
    ...overviewQuery(desk.handle, range),
    enabled: data !== undefined,
  })
  return (
    <>
      <Container className="divide-y p-0">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-6 py-4">
          <div className="flex-1 basis-72">
            <Heading level="h2">{t("payments.report.title")}</Heading>
            <Text size="small" className="text-ui-fg-subtle">
              {t("payments.report.hint")}
            </Text>
          </div>
          {/* Not beside the button that brings it about, which would move away from under the mouse. */}
          {data && <ExportButton path={path} query={{ ...range, format: "csv" }} />}
        </div>
        <div className="flex flex-wrap items-end justify-between gap-4 px-6 py-4">
          <div className="flex flex-wrap items-end gap-3">
            <DeskSelect desks={desks} chosen={desk} />
            <RangePicker
              range={range}
              pressed={params.get("range")}
              choose={(chosen, preset) => {
                go({ ...chosen, range: preset, compared: undefined })
              }}
            />
          </div>
          <Button
            size="small"
            type="button"
            isLoading={isFetching}
            onClick={() => {
              if (isCompared) void refetch()
              else go({ ...range, compared: nameOf(range) })
            }}
          >
            {t("payments.report.run")}
          </Button>
        </div>
      </Container>
      {error ? (
        <Container className="p-0">
          <Failure error={error} retry={() => void refetch()} />
        </Container>
      ) : data ? (
        <Comparison report={data} overview={overview?.total.amount} />
      ) : (
        <NotCompared isFetching={isFetching} />
      )}
    </>
  )
}

const NotCompared = ({ isFetching }: { isFetching: boolean }) => {
  const { t } = useWords()
  return isFetching ? (
    <Skeleton className="h-64 w-full rounded-lg" />
  ) : (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {t("payments.report.not_yet")}
    </Text>
  )
}

/** A range in one word of the address. */
function nameOf({ from, to }: Range): string {
  return `${from}_${to}`
}
