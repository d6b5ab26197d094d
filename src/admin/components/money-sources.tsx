import type { ReactNode } from "react"
import type { Held } from "../../contract"
import { formatUzs } from "../lib/format"
import type { PaymentMethod } from "../lib/payment-methods"
import { useWords } from "../lib/words"
import { PaymentSystem } from "./payment-system"

type Source = Held["parts"][number]

/** Out of which invoices some money is: how much, which invoice, through what. */
export const MoneySources = ({
  sources,
  methods = [],
  numberOf = ({ invoice_number: number }) => number,
}: {
  sources: readonly Source[]
  methods?: readonly PaymentMethod[]
  /** How the invoice is named: where it can be opened, as a link. */
  numberOf?: (source: Source) => ReactNode
}) => {
  const { language } = useWords()
  return (
    <ul className="flex flex-col gap-y-1">
      {sources.map((source) => (
        <li key={source.invoice_id} className="flex flex-wrap items-center gap-x-3">
          <span className="whitespace-nowrap tabular-nums">
            {formatUzs(source.amount, language)}
          </span>
          <span className="tabular-nums">{numberOf(source)}</span>
          <PaymentSystem system={source.payment_system} methods={methods} />
        </li>
      ))}
    </ul>
  )
}
