import { ArrowPath } from "@medusajs/icons"
import { Alert, clx, Container, Heading, IconButton, Skeleton, Text } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { CashDesk, Overview } from "../../../../contract"
import { ProblemWords } from "../../../components/problem-words"
import { formatMoment, formatNumber, formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"

/** The balance and the statistics, as the service has them. */
export const ServiceCards = ({
  overview: { data, isPending, isFetching, refetch },
  desk,
  select,
}: {
  overview: UseQueryResult<Overview>
  desk: CashDesk
  select: ReactNode
}) => {
  const { t, language } = useWords()
  const service = data?.service
  const whole = (amount: number) => formatNumber(amount, language, 0)
  const cards = [
    {
      name: t("payments.overview.balance_uzs"),
      value: service && formatUzs(service.balance.uzs, language),
      wide: true,
    },
    {
      name: t("payments.overview.balance_usd"),
      value: service && formatNumber(service.balance.usd, language),
    },
    {
      name: t("payments.overview.balance_ton"),
      value: service && formatNumber(service.balance.ton, language, 9),
    },
    {
      name: t("payments.overview.total_orders"),
      value: service && whole(service.stats.total_orders),
      wide: true,
    },
    {
      name: t("payments.overview.total_amount"),
      value: service && formatUzs(service.stats.total_amount, language),
      wide: true,
    },
  ]
  return (
    <Container className="divide-y overflow-hidden p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-6 py-4">
        <div className="flex-1 basis-48">
          <Heading level="h2">{t("payments.overview.at_service")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("payments.cash_desk")}: {desk.handle}
            {service && (
              <>
                {" · "}
                {t("payments.overview.read_at", { at: formatMoment(service.read_at) })}
              </>
            )}
          </Text>
        </div>
        <div className="flex shrink-0 items-end gap-x-2">
          {select}
          <IconButton
            size="small"
            variant="transparent"
            type="button"
            aria-label={t("payments.overview.read_again")}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            <ArrowPath className={clx(isFetching && "animate-spin")} />
          </IconButton>
        </div>
      </div>
      {data?.problem && (
        <div role="alert" className="px-6 py-4">
          <Alert variant="error">
            <ProblemWords problem={data.problem} />
            <span className="mt-1 block">{t("payments.overview.ours_stands")}</span>
          </Alert>
        </div>
      )}
      {(isPending || service) && (
        <dl className="bg-ui-border-base grid grid-cols-2 gap-px sm:grid-cols-6 xl:grid-cols-5">
          {cards.map(({ name, value, wide }, index) => (
            <div
              key={name}
              className={clx(
                "bg-ui-bg-base flex flex-col gap-y-1 px-6 py-4 xl:col-span-1",
                wide && "col-span-2",
                index < 3 ? "sm:col-span-2" : "sm:col-span-3"
              )}
            >
              <dt className="txt-compact-small text-ui-fg-subtle">{name}</dt>
              <dd className="txt-compact-large-plus whitespace-nowrap tabular-nums">
                {value ?? <Skeleton className="h-5 w-28" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Container>
  )
}
