import { Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { CashDesk } from "../../../../contract"
import { Failure } from "../../../components/failure"
import { RangePicker } from "../../../components/range-picker"
import { lastDays } from "../../../lib/format"
import { readRange } from "../../../lib/range"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { DeskSelect, useDesks } from "../desks"
import { AttentionCallout } from "./attention-callout"
import { NoDesk } from "./no-desk"
import { PaymentsPerDay } from "./payments-per-day"
import { overviewQuery } from "./queries"
import { ServiceCards } from "./service-cards"

/** What the cash desk has, and what was paid day by day. */
export const OverviewTab = () => {
  const { desks, chosen, error, isPending, refetch } = useDesks()
  if (error) {
    return (
      <Container className="p-0">
        <Failure error={error} retry={() => void refetch()} />
      </Container>
    )
  }
  if (isPending) return <Skeleton className="h-40 w-full rounded-lg" />
  return (
    <>
      <AttentionCallout />
      {chosen === undefined ? <NoDesk /> : <DeskOverview desks={desks} desk={chosen} />}
    </>
  )
}

const DeskOverview = ({ desks, desk }: { desks: CashDesk[]; desk: CashDesk }) => {
  const { t } = useWords()
  const { params, go } = useAddress()
  const range = readRange(params.get("from"), params.get("to")) ?? lastDays(30)
  const overview = useQuery({
    ...overviewQuery(desk.handle, range),
    // Of the same cash desk only: another one's money must never stand under this one's name.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === desk.handle ? keepPreviousData(previous) : undefined,
    refetchOnWindowFocus: true,
  })
  return (
    <>
      <ServiceCards
        overview={overview}
        desk={desk}
        select={<DeskSelect desks={desks} chosen={desk} />}
      />
      <Container className="divide-y p-0">
        <div className="flex flex-col justify-between gap-4 px-6 py-4 lg:flex-row lg:items-end">
          <div className="lg:max-w-80">
            <Heading level="h2">{t("payments.overview.per_day")}</Heading>
            <Text size="small" className="text-ui-fg-subtle">
              {t("payments.overview.by_day")}
            </Text>
          </div>
          <RangePicker
            range={range}
            pressed={params.get("range")}
            choose={(chosen, preset) => {
              go({ ...chosen, range: preset })
            }}
          />
        </div>
        <PaymentsPerDay overview={overview} desk={desk} />
      </Container>
    </>
  )
}
