import type { Books } from "./books"

/** A sentence about one thing that is wrong, and the invoices it concerns. */
export type Finding = { numbers: number[]; sentence: string }

/** What the books come to. */
export type Verdict = {
  paid: number
  settled: number
  /** Given back, or to be. */
  returned: number
  /** In front of the merchant, by what is in its way. */
  held: Record<string, number>
  /** Paid at the service, and neither a whole order, nor in front of the merchant, nor given back. */
  lost: Finding[]
  /** Money that stands twice. */
  doubled: Finding[]
  /** Captured beyond what its order, or cart, asks for. */
  beyond: Finding[]
  /** Captured in Medusa, and not paid at the service. */
  unpaidCaptures: Finding[]
  /** Orders without any money: Medusa makes them first, and a dead process never finished these. */
  abandonedOrders: number
}

type Invoice = Books["invoices"][number]
type Payment = Books["payments"][number]

function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

const netOf = ({ captured, refunded }: Payment) => captured - refunded

/**
 * Holds the service's books against the ledger's and Medusa's. `paid` names the invoices of this
 * run; what else was captured is looked at all the same.
 */
export function resolve(books: Books, paidNumbers: readonly number[]): Verdict {
  const invoices = new Map(books.invoices.map((invoice) => [invoice.number, invoice]))
  const wanted = new Set(paidNumbers)
  const paid = books.service.filter(({ number, paid: isPaid }) => isPaid && wanted.has(number))
  const rows = paid.flatMap(({ number }) => invoices.get(number) ?? [])
  const settled = rows.filter(({ state }) => state === "settled")
  const held: Record<string, number> = {}
  for (const { blocker } of rows.filter(({ state }) => state === "paid")) {
    const reason = blocker ?? "no reason"
    held[reason] = (held[reason] ?? 0) + 1
  }
  return {
    paid: paid.length,
    settled: settled.length,
    returned: rows.filter(({ state }) => state === "returned").length,
    held,
    lost: [
      ...paid.flatMap(({ number, amount }) => lossOf(books, number, amount, invoices.get(number))),
      ...withoutFirstPayment(rows),
    ],
    doubled: doublesIn(books),
    beyond: capturesBeyond(books),
    unpaidCaptures: capturesWithoutPayment(books),
    abandonedOrders: books.orders.filter(({ transactions }) => transactions === 0).length,
  }
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
      return lossOfSettled(books, amount, invoice)
    case "paid":
      if (invoice.blocker === null) return lost("waits without a reason")
      return books.attention.includes(number) ? [] : lost("waits, and no merchant is shown it")
    case "returned":
      return lossOfReturned(books, amount, invoice)
    default: {
      const due = invoice.next_check_at?.toISOString() ?? "never"
      return lost(`is ${invoice.state}, due ${due}; last error: ${invoice.last_error ?? "none"}`)
    }
  }
}

/** What is missing between a settled invoice and a whole order. */
function lossOfSettled(books: Books, amount: number, invoice: Invoice): Finding[] {
  const lost = (sentence: string) => [{ numbers: [invoice.number], sentence }]
  const own = books.payments.filter((row) => row.payment_session_id === invoice.spent_by_session)
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
      numbers: own.map(({ number }) => number),
      sentence: "wait as if their cart were paid, and nothing has paid for it",
    }))
}

function doublesIn(books: Books): Finding[] {
  const captured = books.payments.filter((payment) => netOf(payment) > 0)
  const numbersOf = (payments: readonly Payment[]) => {
    const sessions = new Set(payments.map(({ payment_session_id }) => payment_session_id))
    return books.invoices
      .filter(({ spent_by_session }) => sessions.has(spent_by_session ?? ""))
      .map(({ number }) => number)
  }
  const perCart = groupBy(
    captured.flatMap((payment) => payment.cart_ids.map((cart) => ({ cart, payment }))),
    ({ cart }) => cart
  )
  const perOrder = groupBy(
    captured.flatMap((payment) => payment.order_ids.map((order) => ({ order, payment }))),
    ({ order }) => order
  )
  const several = [...perCart.values(), ...perOrder.values()]
    .map((rows) => rows.map(({ payment }) => payment))
    .filter((payments) => payments.length > 1)
    .map((payments) => ({
      numbers: numbersOf(payments),
      sentence: `stand as ${payments.length} captured payments of one cart or order`,
    }))
  const spentTwice = [
    ...groupBy(
      books.invoices.filter(({ spent_by_session }) => spent_by_session !== null),
      ({ spent_by_session }) => spent_by_session
    ).values(),
  ]
    .filter((rows) => rows.length > 1)
    .map((rows) => ({
      numbers: rows.map(({ number }) => number),
      sentence: "stand for one and the same payment session",
    }))
  const ordersPerCart = [
    ...groupBy(
      books.orders.filter(({ cart_id }) => cart_id !== null),
      ({ cart_id }) => cart_id
    ).entries(),
  ]
    .filter(([, orders]) => orders.length > 1)
    .map(([cart, orders]) => ({
      numbers: books.invoices.filter(({ cart_id }) => cart_id === cart).map(({ number }) => number),
      sentence: `have ${orders.length} orders for one cart`,
    }))
  return [...several, ...spentTwice, ...ordersPerCart]
}

/** What is captured for an order, or for a cart without one, and not asked for. */
function capturesBeyond(books: Books): Finding[] {
  const captured = books.payments.filter((payment) => netOf(payment) > 0)
  const totals = new Map(books.shown.map(({ id, total }) => [id, total]))
  const perOwner = groupBy(
    captured,
    ({ order_ids, payment_collection_id }) => order_ids[0] ?? payment_collection_id
  )
  return [...perOwner].flatMap(([owner, payments]) => {
    const asked = totals.get(owner) ?? payments[0]?.collection_amount ?? 0
    const net = payments.reduce((sum, payment) => sum + netOf(payment), 0)
    if (net <= asked) return []
    const sessions = new Set(payments.map(({ payment_session_id }) => payment_session_id))
    const own = books.invoices.filter(({ spent_by_session }) =>
      sessions.has(spent_by_session ?? "")
    )
    const sentence = `${net} UZS are captured for ${owner}, which asks for ${asked} UZS`
    return [{ numbers: own.map(({ number }) => number), sentence }]
  })
}

/** By the service's books alone: what Medusa calls captured must be an invoice paid there. */
function capturesWithoutPayment(books: Books): Finding[] {
  const paid = new Map(
    books.service.map(({ number, amount, paid: isPaid }) => [number, isPaid ? amount : 0])
  )
  return books.payments
    .filter((payment) => netOf(payment) > 0)
    .flatMap((payment) => {
      const own = books.invoices.filter(
        (row) => row.spent_by_session === payment.payment_session_id
      )
      const covered = own.reduce((sum, { number }) => sum + (paid.get(number) ?? 0), 0)
      if (covered >= netOf(payment)) return []
      const sentence = `payment ${payment.id} is captured with ${netOf(payment)} UZS, of which ${covered} were paid`
      return [{ numbers: own.map(({ number }) => number), sentence }]
    })
}
