import type { Unanswered } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { useWords, type Words } from "../../../lib/words"
import { Customer, Items } from "../../../components/customer"
import { OrderLink } from "../../../components/order-link"
import { DismissAction } from "./dismiss-action"
import { Item } from "./item"

/** An invoice that Checkout.uz was asked for and did not answer about. */
export const UnansweredItem = ({ creation }: { creation: Unanswered }) => {
  const { t } = useWords()
  const { order, customer, cart_id: cartId, candidates } = creation
  return (
    <Item
      amount={creation.amount}
      {...whatAndAdvice(t, creation)}
      facts={[
        {
          name: t("payments.unanswered.requested_at"),
          value: <Moment at={creation.requested_at} />,
        },
        { name: t("payments.cash_desk"), value: creation.cash_desk },
        order && { name: t("payments.order"), value: <OrderLink order={order} /> },
        customer && { name: t("payments.customer"), value: <Customer customer={customer} /> },
        creation.items.length > 0 && {
          name: t("payments.items"),
          value: <Items items={creation.items} />,
        },
        !order &&
          cartId !== null && {
            name: t("payments.cart"),
            value: <span className="break-all">{cartId}</span>,
          },
        candidates.length > 0 && {
          name: t("payments.unanswered.candidates"),
          value: <span className="tabular-nums">{candidates.join(", ")}</span>,
        },
      ]}
      actions={<DismissAction creation={creation} />}
    />
  )
}

function whatAndAdvice(t: Words, { candidates, paid_candidate: number }: Unanswered) {
  if (number !== null) {
    return {
      what: t("payments.unanswered.paid", { number }),
      advice: t("payments.unanswered.advice_paid", { number }),
    }
  }
  return candidates.length > 0
    ? { what: t("payments.unanswered.some"), advice: t("payments.unanswered.advice_some") }
    : { what: t("payments.unanswered.none"), advice: t("payments.unanswered.advice_none") }
}
