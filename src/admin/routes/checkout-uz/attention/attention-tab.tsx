import { CheckCircle } from "@medusajs/icons"
import { Button, Container, Skeleton, Text } from "@medusajs/ui"
import { keepPreviousData } from "@tanstack/react-query"
import { Failure } from "../../../components/failure"
import { TextLink } from "../../../components/text-link"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { usePaymentMethodsOfAll } from "../desks"
import { HeldItem } from "./held-item"
import { PayoutItem } from "./payout-item"
import { useAttention } from "./queries"
import { Section, sectionId } from "./section"
import { UnansweredItem } from "./unanswered-item"

const PAGE_SIZE = 20

/** What only a person can settle: money that could not be booked, money to send back, and doubts. */
export const AttentionTab = () => {
  const methods = usePaymentMethodsOfAll()
  // The route pages all lists at once: each list is asked for at its own place.
  const held = useList("held_page")
  const payouts = useList("payout_page")
  const unanswered = useList("unanswered_page")
  if (!held.data || !payouts.data || !unanswered.data) {
    const lists = [held, payouts, unanswered]
    const error = lists.find((list) => list.error !== null)?.error
    if (!error) return <Skeleton className="h-64 w-full rounded-lg" />
    return (
      <Container className="p-0">
        <Failure
          error={error}
          retry={() => {
            for (const list of lists) void list.refetch()
          }}
        />
      </Container>
    )
  }
  const { held_count: heldCount, payouts_count: payoutsCount } = held.data
  const { unanswered_count: unansweredCount } = unanswered.data
  if (heldCount + payoutsCount + unansweredCount === 0) {
    // What was read on an earlier visit, or could not be read now, is no reason to say so.
    const isRead = held.isFetchedAfterMount && unanswered.isFetchedAfterMount
    const isKnown = isRead && !held.isError && !unanswered.isError
    return isKnown ? <NothingToDo /> : <Skeleton className="h-64 w-full rounded-lg" />
  }
  return (
    <>
      {heldCount > 0 && payoutsCount > 0 && <JumpTo names={["held", "payouts"]} />}
      <Section name="held" count={heldCount} {...held.paging}>
        {held.data.held.map((payment) => (
          <HeldItem key={payment.id} held={payment} methods={methods} />
        ))}
      </Section>
      <Section name="payouts" count={payoutsCount} {...payouts.paging} more={<SentEarlier />}>
        {payouts.data.payouts.map((payout) => (
          <PayoutItem key={payout.id} payout={payout} methods={methods} />
        ))}
      </Section>
      {(unansweredCount > 0 || unanswered.paging.page > 0) && (
        <Section name="unanswered" count={unansweredCount} {...unanswered.paging}>
          {unanswered.data.unanswered.map((creation) => (
            <UnansweredItem key={creation.id} creation={creation} />
          ))}
        </Section>
      )}
    </>
  )
}

/** One list at the page that the address names for it. */
function useList(name: string) {
  const { params, go } = useAddress()
  const asked = Number(params.get(name))
  const page = Number.isInteger(asked) && asked > 0 ? asked : 0
  const query = useAttention({ limit: PAGE_SIZE, offset: page * PAGE_SIZE }, keepPreviousData)
  const turn = (next: number) => {
    go({ [name]: next === 0 ? undefined : String(next) })
  }
  return { ...query, paging: { page, pageSize: PAGE_SIZE, turn } }
}

/** Leads to a list below, past those that are long. */
const JumpTo = ({ names }: { names: readonly ("held" | "payouts")[] }) => {
  const { t } = useWords()
  return (
    <nav className="flex flex-wrap gap-x-4 gap-y-1 px-6" aria-label={t("payments.tab.attention")}>
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          variant="transparent"
          type="button"
          onClick={() => {
            const section = document.getElementById(sectionId(name))
            section?.scrollIntoView()
            section?.focus({ preventScroll: true })
          }}
        >
          {t(`payments.attention.${name}`)}
        </Button>
      ))}
    </nav>
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
        <Text size="small">
          <SentEarlier />
        </Text>
      </div>
    </Container>
  )
}

/** A pay-out leaves its list once it is marked: its invoice goes on saying who sent it, how and when. */
const SentEarlier = () => {
  const { t } = useWords()
  const standing = "partly_refunded,refunded,returned"
  const list = new URLSearchParams({ tab: "invoices", standing, order: "-paid_at" })
  return (
    <TextLink to={{ search: list.toString() }}>{t("payments.attention.payouts_sent")}</TextLink>
  )
}
