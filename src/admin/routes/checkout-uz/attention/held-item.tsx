import type { Attention } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { PaymentSystem } from "../../../components/payment-system"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { CustomerLink, InvoiceLink, OrderLink } from "../links"
import { HeldActions } from "./held-actions"
import { Item } from "./item"
import { holdReasonOf } from "./reason"

/** Money that has come and has no place to go. */
export const HeldItem = ({
  held,
  methods,
}: {
  held: Attention["held"][number]
  methods: readonly PaymentMethod[]
}) => {
  const { t, language } = useWords()
  const reason = holdReasonOf(held.reason)
  return (
    <Item
      amount={held.paid_amount ?? held.amount}
      what={reason === undefined ? held.reason : t(`common.reason.${reason}`)}
      advice={t(`payments.advice.${reason ?? "unknown"}`)}
      facts={[
        {
          name: t("payments.invoice"),
          value: <InvoiceLink id={held.id} number={held.number} />,
        },
        ...(held.paid_amount === null
          ? []
          : [{ name: t("payments.asked_amount"), value: formatUzs(held.amount, language) }]),
        ...(held.order
          ? [{ name: t("payments.order"), value: <OrderLink order={held.order} /> }]
          : []),
        ...(held.customer
          ? [{ name: t("payments.customer"), value: <CustomerLink customer={held.customer} /> }]
          : []),
        ...(held.payment_system
          ? [
              {
                name: t("payments.payment_system"),
                value: <PaymentSystem system={held.payment_system} methods={methods} />,
              },
            ]
          : []),
        { name: t("payments.paid"), value: <Moment at={held.paid_at} /> },
      ]}
      actions={<HeldActions held={held} />}
    />
  )
}
