import { formatServiceMoment, type InvoiceDetail } from "../../../../../contract"
import { CopyField } from "../../../../components/copy-field"
import { Details } from "../../../../components/details"
import { FactRow } from "../../../../components/fact-row"
import { Moment } from "../../../../components/moment"
import { PaymentSystem, WhyUnnamed } from "../../../../components/payment-system"
import { formatUzs } from "../../../../lib/format"
import { useWords } from "../../../../lib/words"
import { usePaymentMethodsOfAll } from "../../desks"
import { Customer, Items } from "../../../../components/customer"
import { OrderLink } from "../../../../components/order-link"

/** What there is to know about the invoice, name by name. */
export const Facts = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t, language } = useWords()
  const methods = usePaymentMethodsOfAll()
  const {
    to_send: toSend,
    paid_amount: paid,
    paid_at_text: paidText,
    unknown_since: unknownSince,
  } = invoice
  return (
    <div className="divide-y">
      {paid !== null && (
        <FactRow name={t("payments.paid_amount")}>
          <span className="text-ui-fg-error tabular-nums">{formatUzs(paid, language)}</span>
        </FactRow>
      )}
      {invoice.given_back > toSend && (
        <FactRow name={t("payments.sent_back")}>
          <span className="tabular-nums">{formatUzs(invoice.given_back - toSend, language)}</span>
        </FactRow>
      )}
      {toSend > 0 && (
        <FactRow name={t("payments.to_send_back")}>
          <span className="tabular-nums">{formatUzs(toSend, language)}</span>
        </FactRow>
      )}
      <FactRow name={t("payments.payment_system")}>
        {invoice.payment_system === null && invoice.paid_at === null ? (
          <span className="text-ui-fg-subtle">{t("common.none")}</span>
        ) : (
          <PaymentSystem system={invoice.payment_system} methods={methods} />
        )}
        {invoice.payment_system === null && invoice.paid_at !== null && <WhyUnnamed />}
      </FactRow>
      <FactRow name={t("payments.order")}>
        <OrderLink order={invoice.order} />
      </FactRow>
      <FactRow name={t("payments.customer")}>
        <Customer customer={invoice.customer} />
      </FactRow>
      {invoice.items.length > 0 && (
        <FactRow name={t("payments.items")}>
          <Items items={invoice.items} />
        </FactRow>
      )}
      <FactRow name={t("payments.cash_desk")}>{invoice.cash_desk}</FactRow>
      <FactRow name={t("payments.created")}>
        <Moment at={invoice.created_at} />
      </FactRow>
      {invoice.paid_at === null && (
        <FactRow name={t("payments.expires")}>
          <Moment at={invoice.expires_at} />
        </FactRow>
      )}
      <FactRow name={t("payments.paid")}>
        <Moment at={invoice.paid_at} />
        {paidText !== null && (
          <p className="text-ui-fg-subtle">
            {t("payments.paid_text", { text: formatServiceMoment(paidText) })}
          </p>
        )}
      </FactRow>
      {invoice.waiting_since !== null && (
        <FactRow name={t("payments.waiting_since")}>
          <Moment at={invoice.waiting_since} />
        </FactRow>
      )}
      <FactRow name={t("payments.settled")}>
        <Moment at={invoice.settled_at} />
      </FactRow>
      {unknownSince !== null && (
        <FactRow name={t("payments.unknown_since")}>
          <Moment at={unknownSince} />
          <p className="text-ui-fg-error">{t("common.problem.unknown_invoice")}</p>
        </FactRow>
      )}
      {invoice.last_error !== null && invoice.standing !== "part_paid" && (
        <FactRow name={t("payments.last_error")}>
          <Details text={invoice.last_error} />
        </FactRow>
      )}
      <FactRow name={t("payments.uuid")}>
        <CopyField text={invoice.uuid} what={t("payments.uuid")} />
      </FactRow>
    </div>
  )
}
