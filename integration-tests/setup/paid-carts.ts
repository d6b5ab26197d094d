import { expectSettledOnce } from "./books"
import { PROVIDER_ID, type ReadyCart, type Shop } from "./shop"
import type { Session } from "./store-client"

/** A cart that was paid and has become an order. */
export async function settledCart(
  shop: Shop
): Promise<{ cart: ReadyCart; session: Session; number: number; orderId: string }> {
  const { cart, session, number } = await shop.startedCart()
  await shop.sandbox.pay(number)
  const { orders } = await expectSettledOnce(shop, cart)
  return { cart, session, number, orderId: orders[0]?.id ?? "" }
}

/**
 * A cart whose customer paid two pages: nothing asks for the second money.
 *
 * @param between what happens after the first one is settled
 */
export async function paidTwice(shop: Shop, between?: (cart: ReadyCart) => Promise<void>) {
  const { cart, number } = await shop.startedCart()
  const sessions = await shop.store.startSession(cart.collectionId, PROVIDER_ID, {
    return_url: "http://127.0.0.1:8000/another/way/back",
  })
  const second = sessions.map(({ data }) => data.invoice_id).find((id) => id !== number)
  if (second === undefined) throw new Error("There is no second invoice.")
  await shop.sandbox.pay(number)
  await expectSettledOnce(shop, cart)
  await between?.(cart)
  await shop.sandbox.pay(second)
  return { cart, number, second }
}

/** Another way back: another page for the same cart. */
const OTHER_ADDRESS = { return_url: "http://127.0.0.1:8000/telefon" }

export type Paid = { cart: ReadyCart; orderId: string; number: number; older: number }

/** An order that was paid in full by a page of ours; with two pages, `older` is the unpaid one. */
export async function paidOrder(
  shop: Shop,
  { variantIndex = 0, quantity = 1, pages = 1 } = {}
): Promise<Paid> {
  return payCart(shop, await shop.readyCart(variantIndex, quantity), pages)
}

/** Pays for a cart on the last one of its pages. */
async function payCart(shop: Shop, cart: ReadyCart, pages = 1): Promise<Paid> {
  const numbers: number[] = []
  for (const data of pages === 1 ? [{}] : [{}, OTHER_ADDRESS]) {
    const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, data)
    numbers.push(session?.data.invoice_id ?? 0)
  }
  const number = numbers.at(-1) ?? 0
  await shop.sandbox.pay(number)
  const { orders } = await expectSettledOnce(shop, cart)
  return { cart, number, older: numbers[0] ?? 0, orderId: orders[0]?.id ?? "" }
}

type StartedCart = Awaited<ReturnType<Shop["startedCart"]>>

/** Customers who have paid and whose webhook is still to come: sent by the test, or never. */
export async function paidCarts(shop: Shop, howMany: number): Promise<StartedCart[]> {
  // The first one alone: of two first carts of one customer at once core refuses one.
  const carts: StartedCart[] = [await shop.startedCart()]
  while (carts.length < howMany) {
    const group = Array.from({ length: Math.min(5, howMany - carts.length) }, shop.startedCart)
    carts.push(...(await Promise.all(group)))
  }
  for (const { number } of carts) await shop.sandbox.pay(number, "drop")
  return carts
}

/** One of them. */
export async function paidCart(shop: Shop): Promise<StartedCart> {
  const [cart] = await paidCarts(shop, 1)
  if (!cart) throw new Error("No cart was made.")
  return cart
}
