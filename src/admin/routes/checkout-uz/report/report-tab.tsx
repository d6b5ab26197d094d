import { ArrowDownTray } from "@medusajs/icons"
import { Button, Container, Heading, Skeleton, Text, toast } from "@medusajs/ui"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { historyAnswerSchema, type CashDesk } from "../../../../contract"
import { Failure } from "../../../components/failure"
import { RangePicker } from "../../../components/range-picker"
import { ask, download } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { lastDays } from "../../../lib/format"
import { readRange } from "../../../lib/range"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { DeskSelect, useDesks } from "../desks"
import { NoDesk } from "../overview/no-desk"
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
  const asked = readRange(params.get("from"), params.get("to"))
  const [range, setRange] = useState(asked ?? lastDays(7))
  const address = asked && `${asked.from}/${asked.to}`
  const [followed, setFollowed] = useState(address)
  if (address !== followed) {
    // Also by the browser's back button: the days chosen are those of the report that is shown.
    setFollowed(address)
    setRange(asked ?? lastDays(7))
  }
  const path = `/cash-desks/${encodeURIComponent(desk.handle)}/history`
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["checkout-uz", "history", desk.handle, asked],
    queryFn: () => ask(historyAnswerSchema, path, { query: asked }),
    enabled: asked !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const save = useMutation({
    mutationFn: () => download(path, { ...asked, format: "csv" }),
    onError: (failure) => toast.error(wordsForFailure(t, failure)),
  })
  return (
    <>
      <Container className="divide-y p-0">
        <div className="px-6 py-4">
          <Heading level="h2">{t("payments.report.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("payments.report.hint")}
          </Text>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-4 px-6 py-4">
          <div className="flex flex-wrap items-end gap-3">
            <DeskSelect desks={desks} chosen={desk} />
            <RangePicker range={range} choose={setRange} />
          </div>
          <div className="flex gap-x-2">
            {data && (
              <Button
                size="small"
                variant="secondary"
                type="button"
                isLoading={save.isPending}
                onClick={() => {
                  save.mutate()
                }}
              >
                <ArrowDownTray />
                {t("payments.export")}
              </Button>
            )}
            <Button
              size="small"
              type="button"
              isLoading={isFetching}
              onClick={() => {
                if (asked?.from === range.from && asked.to === range.to) void refetch()
                else go(range)
              }}
            >
              {t("payments.report.run")}
            </Button>
          </div>
        </div>
      </Container>
      {error ? (
        <Container className="p-0">
          <Failure error={error} retry={() => void refetch()} />
        </Container>
      ) : data ? (
        <Comparison report={data} />
      ) : (
        isFetching && <Skeleton className="h-64 w-full rounded-lg" />
      )}
    </>
  )
}
