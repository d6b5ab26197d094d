import type { Held } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { MoneySources } from "../../../components/money-sources"
import { PaymentSystem } from "../../../components/payment-system"
import { adviceFor, factsBehind } from "../../../lib/blocker-words"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { Customer, Items } from "../../../components/customer"
import { OrderLink } from "../../../components/order-link"
import { InvoiceLink } from "../invoice-link"
import { HeldActions } from "./held-actions"
import { Item } from "./item"

/** Money that has come and could not be booked. */
export const HeldItem = ({ held, methods }: { held: Held; methods: readonly PaymentMethod[] }) => {
  const { t, language } = useWords()
  return (
    <Item
      amount={held.paid_amount ?? held.amount}
      what={t(`common.reason.${held.reason}`)}
      why={factsBehind(t, language, held, held)}
      advice={adviceFor(t, held)}
      error={held.last_error}
      facts={[
        held.parts.length > 0
          ? {
              wide: true,
              name: t("payments.parts"),
              value: <HeldParts parts={held.parts} methods={methods} />,
            }
          : {
              name: t("payments.invoice"),
              value: <InvoiceLink id={held.id} number={held.number} />,
            },
        held.paid_amount !== null && {
          name: t("payments.asked_amount"),
          value: formatUzs(held.amount, language),
        },
        held.order && { name: t("payments.order"), value: <OrderLink order={held.order} /> },
        held.customer && {
          name: t("payments.customer"),
          value: <Customer customer={held.customer} />,
        },
        held.items.length > 0 && {
          name: t("payments.items"),
          value: <Items items={held.items} />,
        },
        held.parts.length === 0 && {
          name: t("payments.payment_system"),
          value: <PaymentSystem system={held.payment_system} methods={methods} />,
        },
        { name: t("payments.paid"), value: <Moment at={held.paid_at} /> },
        { name: t("payments.waiting_since"), value: <Moment at={held.since} /> },
        held.attempts > 0 && { name: t("payments.attempts"), value: held.attempts },
        held.next_attempt_at !== null && {
          name: t("payments.next_attempt"),
          value: <Moment at={held.next_attempt_at} />,
        },
      ]}
      actions={<HeldActions held={held} />}
    />
  )
}

type PartsProps = { parts: Held["parts"]; methods: readonly PaymentMethod[] }

/** Those of a payment's parts that have come, each to be opened. */
const HeldParts = ({ parts, methods }: PartsProps) => (
  <MoneySources
    sources={parts}
    methods={methods}
    numberOf={({ invoice_id: id, invoice_number: number }) => (
      <InvoiceLink id={id} number={number} />
    )}
  />
)
