import type { Books } from "./books"
import {
  casesOf,
  type Finding,
  groupBy,
  type Invoice,
  netOf,
  numbersOf,
  settledBy,
  sumOf,
} from "./findings"

/** Paid at the service, and neither a whole order, nor in front of the merchant, nor given back. */
export function lossesIn(
  books: Books,
  paid: readonly Books["service"][number][],
  rows: readonly Invoice[]
): Finding[] {
  const invoices = new Map(rows.map((invoice) => [invoice.number, invoice]))
  return [
    ...paid.flatMap(({ number, amount }) => lossOf(books, number, amount, invoices.get(number))),
    ...withoutFirstPayment(rows),
    ...unfinishedWithoutReason(books, rows),
    ...outsideTheirCase(books),
  ]
}

/** What is wrong with a paid invoice; nothing where a whole order, the merchant or a pay-out has it. */
function lossOf(
  books: Books,
  number: number,
  amount: number,
  invoice: Invoice | undefined
): Finding[] {
  const lost = (sentence: string) => [{ numbers: [number], sentence }]
  if (!invoice) return lost("is in no row of the ledger")
  switch (invoice.state) {
    case "settled":
      return lossOfSettled(books, invoice)
    case "paid":
      if (invoice.blocker === null) return lost("waits without a reason")
      // A payment that is not finished is shown once its other parts have had their time.
      if (invoice.blocker === "part_paid" && invoice.has_time) return []
      if (books.attention.some((numbers) => numbers.includes(number))) return []
      return lost("waits, and no merchant is shown it")
    case "returned":
      return lossOfReturned(books, amount, invoice)
    default: {
      const due = invoice.next_check_at?.toISOString() ?? "never"
      return lost(`is ${invoice.state}, due ${due}; last error: ${invoice.last_error ?? "none"}`)
    }
  }
}

/** What is missing between a settled invoice, or the parts of a payment, and a whole order. */
function lossOfSettled(books: Books, invoice: Invoice): Finding[] {
  const lost = (sentence: string) => [{ numbers: [invoice.number], sentence }]
  const own = books.payments.filter((row) => row.payment_session_id === invoice.spent_by_session)
  const numbers = new Set(numbersOf(settledBy(books, invoice.spent_by_session)))
  const paid = books.service.filter(({ number, paid: isPaid }) => isPaid && numbers.has(number))
  const amount = sumOf(paid, (row) => row.amount)
  const [payment] = own
  if (!payment || own.length > 1) return lost(`stands as ${own.length} payments`)
  if (netOf(payment) !== amount) return lost(`is captured with ${netOf(payment)} of ${amount} UZS`)
  const orders = books.orders.filter(({ id }) => payment.order_ids.includes(id))
  const [order] = orders
  if (!order || orders.length > 1) return lost(`belongs to ${orders.length} orders`)
  if (order.cart_id !== invoice.cart_id) return lost(`belongs to the order of another cart`)
  if (order.transactions !== amount) {
    return lost(`its order's transactions come to ${order.transactions} of ${amount} UZS`)
  }
  const shown = books.shown.find(({ id }) => id === order.id)
  if (!shown) return lost("its order is not shown to the merchant")
  const { status, payment_status, total, summary } = shown
  const whole =
    status === "pending" &&
    payment_status === "captured" &&
    total === amount &&
    summary.paid_total === amount
  if (whole) return []
  return lost(
    `its order is ${status} and ${payment_status}, ${summary.paid_total} of ${total} UZS paid`
  )
}

/** What is given back is on the list of pay-outs, and stands as nothing. */
function lossOfReturned(books: Books, amount: number, invoice: Invoice): Finding[] {
  const lost = (sentence: string) => [{ numbers: [invoice.number], sentence }]
  if (invoice.paid_out !== amount) {
    return lost(`is given back, and its pay-outs come to ${invoice.paid_out} of ${amount} UZS`)
  }
  const standing = books.payments.some(
    (row) => row.payment_session_id === invoice.spent_by_session && netOf(row) > 0
  )
  return standing ? lost("is given back, and still captured") : []
}

/** A cart for which nothing is owed has been paid for: by something. */
function withoutFirstPayment(rows: readonly Invoice[]): Finding[] {
  const byCart = groupBy(rows, ({ cart_id }) => cart_id)
  return [...byCart.values()]
    .filter((own) => own.every((row) => row.state === "paid" && row.blocker === "nothing_owed"))
    .map((own) => ({
      numbers: numbersOf(own),
      sentence: "wait as if their cart were paid, and nothing has paid for it",
    }))
}

/** Parts wait for others only where others are missing, and their cart is no order before these come. */
function unfinishedWithoutReason(books: Books, rows: readonly Invoice[]): Finding[] {
  const parts = rows.filter(({ state, blocker }) => state === "paid" && blocker === "part_paid")
  return [...groupBy(parts, ({ cart_id }) => cart_id)].flatMap(([cart, own]) => {
    const wrong = (sentence: string) => [{ numbers: numbersOf(own), sentence }]
    const planned = Math.max(...own.map(({ plan_amount }) => plan_amount ?? 0))
    if (sumOf(own, ({ session_amount }) => session_amount) >= planned) {
      return wrong(`wait for other parts, and have come as a whole`)
    }
    const hasOrder = books.orders.some(({ cart_id }) => cart_id === cart)
    return hasOrder ? wrong("wait for other parts, and their cart is an order already") : []
  })
}

/** The merchant who gives back what a case shows gives back all of it. */
function outsideTheirCase(books: Books): Finding[] {
  return casesOf(books).flatMap((own) => {
    const numbers = numbersOf(own)
    const shown = new Set(books.attention.flat())
    const missing = numbers.filter((number) => !shown.has(number))
    if (missing.length === 0 || missing.length === numbers.length) return []
    return [
      { numbers: missing, sentence: "wait beside the case of the other parts of the payment" },
    ]
  })
}
