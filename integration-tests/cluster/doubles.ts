import type { Books } from "./books"
import { casesOf, type Finding, groupBy, netOf, numbersOf, type Payment, sumOf } from "./findings"

/** Money that stands twice. */
export function doublesIn(books: Books): Finding[] {
  const captured = books.payments.filter((payment) => netOf(payment) > 0)
  const spentBy = (payments: readonly Payment[]) => {
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
      numbers: spentBy(payments),
      sentence: `stand as ${payments.length} captured payments of one cart or order`,
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
  return [...several, ...spentTwice(books), ...ordersPerCart, ...casesTwice(books)]
}

/**
 * The settled invoices of a session come to its captured payment, no more and no less; several of them are
 * parts of one cart's payment.
 */
function spentTwice(books: Books): Finding[] {
  const settled = books.invoices.filter(({ state }) => state === "settled")
  const bySession = groupBy(settled, ({ spent_by_session }) => spent_by_session)
  return [...bySession].flatMap(([session, own]) => {
    const wrong = (sentence: string) => [{ numbers: numbersOf(own), sentence }]
    const payments = books.payments.filter((row) => row.payment_session_id === session)
    const captured = sumOf(payments, (row) => row.captured)
    const came = sumOf(own, ({ session_amount }) => session_amount)
    if (came !== captured) {
      return wrong(`stand as ${captured} captured UZS of one session, and come to ${came} UZS`)
    }
    const ofOne = new Set(own.map(({ cart_id }) => cart_id)).size === 1
    if (own.length === 1 || (ofOne && own.every(({ part_count }) => part_count !== null))) return []
    return wrong("stand for one payment session, and are no parts of one payment")
  })
}

/** Money that is shown to the merchant twice, or in two cases, may be given back twice. */
function casesTwice(books: Books): Finding[] {
  return casesOf(books).flatMap((own) => {
    const numbers = numbersOf(own)
    const shown = books.attention.flat().filter((number) => numbers.includes(number))
    const cases = books.attention.filter((one) => one.some((number) => numbers.includes(number)))
    if (cases.length <= 1 && shown.length === new Set(shown).size) return []
    return [{ numbers, sentence: `are one case, and are shown to the merchant in ${cases.length}` }]
  })
}

/** What is captured for an order, or for a cart without one, and not asked for. */
export function capturesBeyond(books: Books): Finding[] {
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
export function capturesWithoutPayment(books: Books): Finding[] {
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
