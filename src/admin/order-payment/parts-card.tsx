import { InlineTip, Text } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { Moment } from "../components/moment"
import { PaymentSystem } from "../components/payment-system"
import { StateBadge } from "../components/state-badge"
import { TextLink } from "../components/text-link"
import { factsBehind } from "../lib/blocker-words"
import { formatUzs } from "../lib/format"
import { hasMoney } from "../lib/has-money"
import { partInWords } from "../lib/part-words"
import { usePaymentMethods } from "../lib/payment-methods"
import { useWords } from "../lib/words"
import { standingOf, type Payment } from "./arrange"
import { Held } from "./held"
import { InvoiceActions } from "./invoice-actions"

type Props = {
  parts: Payment["invoices"]
  /** The invoice of the payment link beneath. */
  linked: string | undefined
}

/** A payment in parts: what it comes to, what has come of it, and each part. */
export const PartsCard = ({ parts, linked }: Props) => {
  const { t, language } = useWords()
  const latest = parts.at(-1)?.part
  const whole = formatUzs(latest?.plan_amount ?? 0, language)
  const toSend = parts.reduce((sum, { to_send }) => sum + to_send, 0)
  return (
    <section
      aria-label={t("order.payment_of", { amount: whole })}
      className="flex flex-col gap-y-3 px-6 py-4"
    >
      <div>
        <div className="flex items-center justify-between gap-x-4">
          <Text size="large" leading="compact" weight="plus">
            {whole}
          </Text>
          <StateBadge standing={standingOf(parts)} toSend={toSend} />
        </div>
        <Text size="small" className="text-ui-fg-subtle">
          {t("order.in_parts", { of: latest?.count ?? parts.length })}
        </Text>
      </div>
      <InTheWay parts={parts} />
      <ul className="flex flex-col gap-y-3">
        {parts.map((part) => (
          <PartRow key={part.id} invoice={part} withLink={part.id !== linked} />
        ))}
      </ul>
    </section>
  )
}

/** What keeps the money from being booked: where only the other parts are missing, nobody has to act yet. */
const InTheWay = ({ parts }: Pick<Props, "parts">) => {
  const { t, language } = useWords()
  const blocked = parts.find(({ blocker }) => blocker !== null)
  if (!blocked?.blocker) return null
  const { blocker, standing } = blocked
  if (blocker.reason !== "part_paid" || standing === "needs_you") {
    return <Held invoice={blocked} blocker={blocker} />
  }
  return (
    <InlineTip label={t("order.part_paid")} variant="info">
      {factsBehind(t, language, blocker, blocked)}
    </InlineTip>
  )
}

const PartRow = ({ invoice, withLink }: { invoice: Invoice; withLink: boolean }) => {
  const { t, language } = useWords()
  const { part, payment_system: system, paid_at: paidAt, number, id } = invoice
  const methods = usePaymentMethods(system === null ? undefined : invoice.cash_desk)
  return (
    <li className="bg-ui-bg-component shadow-borders-base flex flex-col gap-y-2 rounded-md px-3 py-2">
      <div className="flex items-center justify-between gap-x-4">
        <Text size="small" leading="compact" weight="plus" className="tabular-nums">
          {formatUzs(invoice.amount, language)}
        </Text>
        <StateBadge standing={invoice.standing} toSend={invoice.to_send} />
      </div>
      <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center justify-between gap-x-3">
        {part && <span>{partInWords(t, part)}</span>}
        <TextLink to={`/checkout-uz?tab=invoices&invoice=${id}`}>{number}</TextLink>
      </div>
      {hasMoney(invoice) && (
        <div className="txt-compact-small text-ui-fg-subtle flex flex-wrap items-center justify-between gap-x-3">
          <PaymentSystem system={system} methods={methods} />
          {paidAt !== null && <Moment at={paidAt} />}
        </div>
      )}
      {!hasMoney(invoice) && <InvoiceActions invoice={invoice} withLink={withLink} />}
    </li>
  )
}
