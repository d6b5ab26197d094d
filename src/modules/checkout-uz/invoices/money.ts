import type { Uzs } from "../../../client"
import type { Intent } from "./intent"
import type { Invoice } from "./invoice"
import { countParts, NOTHING_MISSING, type Counted } from "./parts"
import { isSpendable } from "./states"

/** What a payment session asks of the invoices of its collection. */
export type Ask = Pick<
  Intent,
  "serviceUrl" | "cashDesk" | "paymentCollectionId" | "currencyCode"
> & {
  /** In UZS. */
  amount: Uzs
  /** Sessions Medusa no longer has and whose payments net to zero: what they spent is free. */
  abandonedSessions: ReadonlySet<string>
}

/**
 * The paid money there is for an ask: an invoice over just its amount, else the parts that count for it.
 * Nothing is missing where the money can be spent.
 *
 * INVARIANT: this is the one answer to "has it come".
 */
export function findMoney(invoices: readonly Invoice[], ask: Ask): Counted {
  const free = invoices.filter((invoice) => isFreeFor(invoice, ask))
  const single = free.find(
    ({ part, sessionAmount }) => part === undefined && sessionAmount === ask.amount
  )
  if (single) return { invoices: [single], missing: NOTHING_MISSING }
  return countParts(
    free.filter(({ part }) => part !== undefined),
    ask.amount
  )
}

/**
 * The other cash desk that has paid parts of the payment where the asked one has none.
 *
 * INVARIANT: all parts of a payment go to one cash desk, or it would be begun twice.
 */
export function otherDeskWithParts(invoices: readonly Invoice[], ask: Ask): string | undefined {
  const hasParts = (cashDesk: string) =>
    findMoney(invoices, { ...ask, cashDesk }).invoices.some(({ part }) => part !== undefined)
  if (hasParts(ask.cashDesk)) return undefined
  return invoices.map(({ cashDesk }) => cashDesk).find(hasParts)
}

function isFreeFor(invoice: Invoice, ask: Ask): boolean {
  const free =
    invoice.spentBySession === undefined || ask.abandonedSessions.has(invoice.spentBySession)
  return (
    free &&
    isSpendable(invoice) &&
    invoice.paymentCollectionId === ask.paymentCollectionId &&
    invoice.serviceUrl === ask.serviceUrl &&
    invoice.cashDesk === ask.cashDesk &&
    invoice.currencyCode === ask.currencyCode
  )
}
