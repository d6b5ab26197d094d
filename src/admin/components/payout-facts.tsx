import type { Held, Payout } from "../../contract"
import { formatUzs } from "../lib/format"
import { useWords } from "../lib/words"
import { Customer } from "./customer"
import { MoneySources } from "./money-sources"
import { PaymentSystem, WhyUnnamed } from "./payment-system"
import { ReturnedBy } from "./return-words"

const NO_LOGOS = [] as const

/** Money that goes back: how much, to whom and through what. */
export const PayoutFacts = ({
  number,
  amount,
  customer,
  system,
  sources,
  returned = null,
}: {
  /** The invoice's. */
  number: number
  amount: number
  customer: Held["customer"]
  system: string | null
  /** Out of which invoices it is, where that is not the one alone. */
  sources: Held["parts"]
  /** Who returned it, where that was done already. */
  returned?: Payout["returned"]
}) => {
  const { t, language } = useWords()
  const isOfSeveral = sources.length > 1
  return (
    <dl className="txt-small grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      {!isOfSeveral && (
        <>
          <dt className="text-ui-fg-subtle">{t("payments.invoice")}</dt>
          <dd className="tabular-nums">{number}</dd>
        </>
      )}
      <dt className="text-ui-fg-subtle">{t("payments.amount")}</dt>
      <dd className="tabular-nums">{formatUzs(amount, language)}</dd>
      <dt className="text-ui-fg-subtle">{t("payments.customer")}</dt>
      <dd className="min-w-0">
        <Customer customer={customer} />
      </dd>
      {isOfSeveral ? (
        <>
          <dt className="text-ui-fg-subtle">{t("payments.payout.from")}</dt>
          <dd className="min-w-0">
            <MoneySources sources={sources} />
          </dd>
        </>
      ) : (
        <>
          <dt className="text-ui-fg-subtle">{t("payments.paid_through")}</dt>
          <dd className="min-w-0">
            <PaymentSystem system={system} methods={NO_LOGOS} />
            {system === null && <WhyUnnamed />}
          </dd>
        </>
      )}
      {returned !== null && (
        <>
          <dt className="text-ui-fg-subtle">{t("payments.payout.returned")}</dt>
          <dd className="min-w-0">
            <ReturnedBy returned={returned} />
          </dd>
        </>
      )}
      {returned !== null && returned.note !== null && (
        <>
          <dt className="text-ui-fg-subtle">{t("payments.return.note")}</dt>
          <dd className="min-w-0 break-words">{returned.note}</dd>
        </>
      )}
    </dl>
  )
}
