import { CheckCircleSolid } from "@medusajs/icons"
import { Heading, Text } from "@medusajs/ui"
import type { Invoice, Payout } from "../../contract"
import { Failure } from "../components/failure"
import { Ago, Moment } from "../components/moment"
import { MoneySources } from "../components/money-sources"
import { ReturnWords } from "../components/return-words"
import { PayoutAction } from "../components/payout-action"
import { formatUzs } from "../lib/format"
import { hasMoney } from "../lib/has-money"
import { personInWords } from "../lib/person"
import { useWords } from "../lib/words"
import { usePayouts } from "./queries"

/** What the merchant sends back by hand, the open ones first. */
export const Payouts = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const { t } = useWords()
  const { payouts, error, retry } = usePayouts(invoices.filter(hasMoney))
  if (error) return <Failure error={error} retry={retry} />
  if (payouts.length === 0) return null
  const open = payouts.filter(({ completed_at }) => completed_at === null)
  const done = payouts.filter(({ completed_at }) => completed_at !== null)
  return (
    <section className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Heading level="h3">{t("order.payouts.title")}</Heading>
        {open.length > 0 && (
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t("order.payouts.hint")}
          </Text>
        )}
      </div>
      <ul className="flex flex-col gap-y-3">
        {open.map((payout) => (
          <OpenPayout key={payout.id} payout={payout} />
        ))}
        {done.map((payout) => (
          <DonePayout key={payout.id} payout={payout} />
        ))}
      </ul>
    </section>
  )
}

const OpenPayout = ({ payout }: { payout: Payout }) => {
  const { t, language } = useWords()
  return (
    <li className="flex flex-col gap-y-2">
      <div className="flex items-center justify-between gap-x-4">
        <div className="txt-small text-ui-fg-subtle">
          <div className="txt-compact-small-plus text-ui-fg-base">
            {formatUzs(payout.amount, language)}
          </div>
          <div>{t(`order.payouts.${payout.kind}`)}</div>
          {payout.returned === null && <Ago at={payout.created_at} />}
          <ReturnWords returned={payout.returned} />
        </div>
        <PayoutAction payout={payout} />
      </div>
      {payout.shares.length > 1 && (
        <div className="txt-small text-ui-fg-subtle">
          {t("payments.payout.from")}:
          <MoneySources sources={payout.shares} />
        </div>
      )}
    </li>
  )
}

const DonePayout = ({ payout }: { payout: Payout }) => {
  const { t, language } = useWords()
  return (
    <li className="txt-small text-ui-fg-subtle">
      <div className="txt-compact-small-plus text-ui-fg-base flex items-center gap-x-1.5">
        {formatUzs(payout.amount, language)}
        <CheckCircleSolid className="text-ui-tag-green-icon" />
        <span className="txt-compact-small text-ui-fg-subtle">
          {t("payments.payout.done_badge")}
        </span>
      </div>
      <ReturnWords returned={payout.returned} />
      <div className="break-words">
        {payout.completed_by_user && `${personInWords(t, payout.completed_by_user)} · `}
        {payout.completed_at !== null && <Moment at={payout.completed_at} />}
      </div>
      {payout.note !== null && <div className="break-words">{payout.note}</div>}
    </li>
  )
}
