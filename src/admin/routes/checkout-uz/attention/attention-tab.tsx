import { CheckCircle } from "@medusajs/icons"
import { Container, Skeleton, Text } from "@medusajs/ui"
import { keepPreviousData } from "@tanstack/react-query"
import { Failure } from "../../../components/failure"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { usePaymentMethodsOfAll } from "../desks"
import { HeldItem } from "./held-item"
import { useAttention } from "./queries"
import { RefundItem } from "./refund-item"
import { Section } from "./section"

const PAGE_SIZE = 20

/** What only a person can settle: money without a home, and refunds to pay out. */
export const AttentionTab = () => {
  const { params, go } = useAddress()
  const page = (name: string) => {
    const number = Number(params.get(name))
    return Number.isInteger(number) && number > 0 ? number : 0
  }
  const heldPage = page("held_page")
  const refundPage = page("refund_page")
  // The route pages both lists at once: each list is asked for at its own place.
  const held = useAttention({ limit: PAGE_SIZE, offset: heldPage * PAGE_SIZE }, keepPreviousData)
  const refunds = useAttention(
    { limit: PAGE_SIZE, offset: refundPage * PAGE_SIZE },
    keepPreviousData
  )
  const methods = usePaymentMethodsOfAll()
  const error = held.error ?? refunds.error
  if (held.data === undefined || refunds.data === undefined) {
    if (!error) return <Skeleton className="h-64 w-full rounded-lg" />
    return (
      <Container className="p-0">
        <Failure
          error={error}
          retry={() => {
            void held.refetch()
            void refunds.refetch()
          }}
        />
      </Container>
    )
  }
  const { held: payments, held_count: heldCount } = held.data
  const { refunds: toMake, refunds_count: refundsCount } = refunds.data
  if (heldCount + refundsCount === 0) return <NothingToDo />
  const turn = (name: string) => (next: number) => {
    go({ [name]: next === 0 ? undefined : String(next) })
  }
  return (
    <>
      <Section
        name="held"
        count={heldCount}
        pageSize={PAGE_SIZE}
        page={heldPage}
        turn={turn("held_page")}
      >
        {payments.map((payment) => (
          <HeldItem key={payment.id} held={payment} methods={methods} />
        ))}
      </Section>
      <Section
        name="refunds"
        count={refundsCount}
        pageSize={PAGE_SIZE}
        page={refundPage}
        turn={turn("refund_page")}
      >
        {toMake.map((refund) => (
          <RefundItem key={refund.id} refund={refund} />
        ))}
      </Section>
    </>
  )
}

const NothingToDo = () => {
  const { t } = useWords()
  return (
    <Container className="flex flex-col items-center gap-y-3 px-6 py-16 text-center">
      <CheckCircle className="text-ui-tag-green-icon" />
      <div className="flex flex-col gap-y-1">
        <Text weight="plus">{t("payments.attention.none_title")}</Text>
        <Text size="small" className="text-ui-fg-subtle max-w-md">
          {t("payments.attention.none_hint")}
        </Text>
      </div>
    </Container>
  )
}
