import type { Refund } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { useWords } from "../../../lib/words"
import { CustomerLink, InvoiceLink, OrderLink } from "../links"
import { Item } from "./item"
import { RefundAction } from "./refund-action"

/** A refund that Medusa has booked and that is still to be paid out by hand. */
export const RefundItem = ({ refund }: { refund: Refund }) => {
  const { t } = useWords()
  return (
    <Item
      amount={refund.amount}
      what={t("payments.refund.what")}
      advice={t("payments.refund.advice")}
      facts={[
        {
          name: t("payments.invoice"),
          value: <InvoiceLink id={refund.invoice_id} number={refund.invoice_number} />,
        },
        ...(refund.order
          ? [{ name: t("payments.order"), value: <OrderLink order={refund.order} /> }]
          : []),
        ...(refund.customer
          ? [{ name: t("payments.customer"), value: <CustomerLink customer={refund.customer} /> }]
          : []),
        { name: t("payments.since"), value: <Moment at={refund.created_at} /> },
      ]}
      actions={<RefundAction refund={refund} />}
    />
  )
}
