import { Text } from "@medusajs/ui"
import { formatServiceMoment, type Invoice } from "../../contract"
import { CopyButton } from "../components/copy-button"
import { Moment } from "../components/moment"
import { PaymentSystem } from "../components/payment-system"
import { StateBadge } from "../components/state-badge"
import { TextLink } from "../components/text-link"
import { formatUzs } from "../lib/format"
import { partOfWhole } from "../lib/part-words"
import { usePaymentMethods } from "../lib/payment-methods"
import { useWords } from "../lib/words"
import { Held } from "./held"
import { InvoiceActions } from "./invoice-actions"

type Props = { invoice: Invoice; withLink: boolean }

/** One invoice: where it stands, how much, through what and when. */
export const InvoiceCard = ({ invoice, withLink }: Props) => {
  const { t, language } = useWords()
  const { payment_system: system, paid_at: paidAt, paid_at_text: paidAtText } = invoice
  const methods = usePaymentMethods(system === null ? undefined : invoice.cash_desk)
  const number = String(invoice.number)
  return (
    <section
      aria-label={t("order.invoice", { number })}
      className="flex flex-col gap-y-3 px-6 py-4"
    >
      <div className="flex items-center justify-between gap-x-4">
        <Text size="large" leading="compact" weight="plus">
          {formatUzs(invoice.amount, language)}
        </Text>
        <StateBadge standing={invoice.standing} toSend={invoice.to_send} />
      </div>
      {invoice.part !== null && (
        <Text size="small" className="text-ui-fg-subtle">
          {partOfWhole(t, language, invoice.part)}
        </Text>
      )}
      <dl className="txt-compact-small text-ui-fg-subtle grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {(system !== null || paidAt !== null) && (
          <Fact name={t("order.system")}>
            <PaymentSystem system={system} methods={methods} />
          </Fact>
        )}
        {(paidAt ?? paidAtText) !== null && (
          <Fact name={t("order.paid_at")}>
            {paidAt === null ? formatServiceMoment(paidAtText ?? "") : <Moment at={paidAt} />}
          </Fact>
        )}
        <Fact name={t("order.number")}>
          <span className="inline-flex items-center gap-x-1">
            <TextLink to={`/checkout-uz?tab=invoices&invoice=${invoice.id}`}>{number}</TextLink>
            <CopyButton text={number} what={t("order.number")} />
          </span>
        </Fact>
        {invoice.given_back > 0 && (
          <Fact name={t("payments.given_back")}>{formatUzs(invoice.given_back, language)}</Fact>
        )}
        {invoice.payment_url !== null && (
          <Fact name={t("order.until")}>
            <Moment at={invoice.expires_at} />
          </Fact>
        )}
      </dl>
      {invoice.blocker && <Held invoice={invoice} blocker={invoice.blocker} />}
      <InvoiceActions invoice={invoice} withLink={withLink} />
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="text-ui-fg-base flex min-w-0 justify-end text-right">{children}</dd>
  </>
)
