import type { Payout } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { MoneySources } from "../../../components/money-sources"
import { ReturnedBy } from "../../../components/return-words"
import { PaymentSystem } from "../../../components/payment-system"
import { formatUzs } from "../../../lib/format"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { useWords } from "../../../lib/words"
import { Customer, Items } from "../../../components/customer"
import { OrderLink } from "../../../components/order-link"
import { useInvoicePanel } from "../address"
import { InvoiceLink } from "../invoice-link"
import { Item } from "./item"
import { PayoutAction } from "../../../components/payout-action"

/** Money that is still to be sent back by hand. */
export const PayoutItem = ({
  payout,
  methods,
}: {
  payout: Payout
  methods: readonly PaymentMethod[]
}) => {
  const { t, language } = useWords()
  const isOfSeveral = payout.shares.length > 1
  const { open } = useInvoicePanel()
  return (
    <Item
      amount={payout.amount}
      what={t(`payments.payout.${payout.kind}`)}
      advice={t(isOfSeveral ? "payments.payout.advice_parts" : "payments.payout.advice", {
        amount: formatUzs(payout.amount, language),
      })}
      facts={[
        isOfSeveral
          ? {
              name: t("payments.payout.from"),
              wide: true,
              value: (
                <MoneySources
                  sources={payout.shares}
                  methods={methods}
                  numberOf={({ invoice_id: id, invoice_number: number }) => (
                    <InvoiceLink id={id} number={number} />
                  )}
                />
              ),
            }
          : {
              name: t("payments.invoice"),
              value: <InvoiceLink id={payout.invoice_id} number={payout.invoice_number} />,
            },
        payout.order && { name: t("payments.order"), value: <OrderLink order={payout.order} /> },
        payout.customer && {
          name: t("payments.customer"),
          value: <Customer customer={payout.customer} />,
        },
        payout.items.length > 0 && {
          name: t("payments.items"),
          value: <Items items={payout.items} />,
        },
        !isOfSeveral && {
          name: t("payments.payment_system"),
          value: <PaymentSystem system={payout.payment_system} methods={methods} />,
        },
        payout.returned
          ? {
              name: t("payments.payout.returned"),
              value: <ReturnedBy returned={payout.returned} />,
            }
          : { name: t("payments.since"), value: <Moment at={payout.created_at} /> },
        payout.returned !== null &&
          payout.returned.note !== null && {
            name: t("payments.return.note"),
            wide: true,
            value: <span className="break-words">{payout.returned.note}</span>,
          },
      ]}
      actions={
        <PayoutAction
          payout={payout}
          look={() => {
            open(payout.invoice_id)
          }}
        />
      }
    />
  )
}
