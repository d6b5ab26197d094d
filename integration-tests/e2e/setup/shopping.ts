import type { Page } from "playwright-core"
import { z } from "zod"
import en from "../../../examples/storefront/src/words/en.json"
import ru from "../../../examples/storefront/src/words/ru.json"
import uz from "../../../examples/storefront/src/words/uz.json"
import { customer } from "../../../scripts/demo/customer"
import { openShop, type Look } from "./browser"
import { asMerchant } from "./merchant"
import { openStore, runSql } from "./store"

export const WORDS = { en, ru, uz }
export type Words = typeof en

/** The sandbox's card, and the code its owner gets. */
export const CARD = { number: "8600000000000001", expiry: "1239", code: "123456" }

export const ADDRESS = {
  firstName: "Dilnoza",
  lastName: "Karimova",
  phone: "+998 90 123 45 67",
  email: "dilnoza@mijoz.example",
  city: "Toshkent",
  street: "Amir Temur shoh koʻchasi, 15, 42-xonadon",
} as const

/**
 * From the shelf to the choice of a payment system.
 *
 * @param look sees each page on the way, by its name
 * @param add puts what is bought into the cart
 */
export async function fillCheckout(
  page: Page,
  words: Words,
  look: (name: string) => Promise<void>,
  add = firstAdd(page, words)
): Promise<void> {
  await page.goto("/")
  await add.waitFor()
  await look("shelf")
  await add.click()
  await page.getByRole("button", { name: new RegExp(`^${words.added}: `) }).waitFor()
  await cartLink(page, words).click()
  const checkout = page.getByRole("link", { name: words.checkout })
  await checkout.waitFor()
  await look("cart")
  await checkout.click()
  await page.locator("input[name=firstName]").waitFor()
  await look("address")
  for (const [name, value] of Object.entries(ADDRESS)) {
    await page.locator(`input[name=${name}]`).fill(value)
  }
  await page.getByRole("button", { name: words.continue }).click()
  const courier = page.getByRole("radio", { name: words["kuryer-toshkent"] })
  await courier.waitFor()
  await look("delivery")
  await courier.check()
  await page.getByRole("button", { name: words.continue }).click()
  await payButton(page, words).waitFor()
  await page.waitForLoadState("networkidle")
  await look("payment")
}

/** On the shelf, of its first product. */
export const firstAdd = (page: Page, { add }: Words) =>
  page.getByRole("button", { name: new RegExp(`^${add}: `) }).first()

/** In the page's head, where so many things are in the cart. */
export const cartLink = (page: Page, { cartWith }: Words, count = 1) =>
  page.getByRole("link", { name: cartWith.replace("{count}", String(count)) })

/** A cart that only has to be paid, made without the pages it would take. */
export async function cartToPay(variantId?: string): Promise<string> {
  const cartId = await cartToDeliver(variantId)
  await customer(openStore().state).chooseDelivery(cartId)
  return cartId
}

/** A cart whose delivery is not chosen yet. */
async function cartToDeliver(variantId?: string): Promise<string> {
  const { state } = openStore()
  const wanted = variantId ?? state.variants[0]?.id
  if (wanted === undefined) throw new Error("The store sells nothing.")
  return (await customer(state).fillCart(wanted)).id
}

/** The orders a cart has become. */
export async function ordersOf(cartId: string): Promise<string[]> {
  const rows = await runSql(
    openStore().databaseUrl,
    "SELECT order_id FROM order_cart WHERE cart_id = $1",
    [cartId]
  )
  return z
    .array(z.object({ order_id: z.string() }))
    .parse(rows)
    .map(({ order_id }) => order_id)
}

/** `Pay {amount}` in whichever order the language has it. */
export const payButton = (page: Page, { pay }: Words) =>
  page.getByRole("button", { name: new RegExp(pay.replace("{amount}", ".+")) })

/** A customer's window at the choice of a payment system, with a cart that only has to be paid. */
export async function atPayment(
  look: Look & { language?: keyof typeof WORDS },
  variantId?: string
) {
  const cartId = await cartToPay(variantId)
  const { page, problems } = await openShop(look, cartId)
  await page.goto("/checkout")
  await payButton(page, WORDS[look.language ?? "en"]).waitFor()
  return { page, problems, cartId }
}

/** @returns what the page says of the order, with its number */
export async function orderIsShown(page: Page, words: Words): Promise<string> {
  await page.waitForURL(/\/return\?session=/)
  await page.getByRole("heading", { name: words.placedTitle }).waitFor({ timeout: 30_000 })
  const number = page.getByText(new RegExp(words.placedText.split("{number}").join("\\d+")))
  await number.waitFor()
  return (await number.textContent()) ?? ""
}

/** To the sandbox's page that stands for Click's app. */
export async function goToClick(page: Page, words: Words): Promise<void> {
  await page.getByRole("radio", { name: "Click" }).check()
  await payButton(page, words).click()
  await page.waitForURL(/\/pay\//)
  await chooseClickThere(page)
}

/** Where the address leads to the choice of all systems, and not straight to one. */
async function chooseClickThere(page: Page): Promise<void> {
  const click = page.locator("a[href$='/click']")
  if (await click.isVisible()) await click.click()
  await page.waitForURL(/\/click$/)
  await payPageButton(page).waitFor()
}

export const payPageButton = (page: Page) => page.locator("form button[type=submit]")

/** Step 1 and step 2 of a card payment, up to the code's being sent. */
export async function enterCard(page: Page, words: Words, card = CARD): Promise<void> {
  await page.getByLabel(words.cardNumber).pressSequentially(card.number)
  await page.getByLabel(words.cardExpiry).pressSequentially(card.expiry)
  await page.getByRole("button", { name: words.sendCode }).click()
}

/** The session a page's address names. */
export function sessionIn(page: Page): string {
  const session = new URL(page.url()).searchParams.get("session")
  if (!session) throw new Error(`No session is in ${page.url()}.`)
  return session
}

/** The session of the invoice a payment page shows, which its way back to the shop names. */
export async function sessionOfPaymentPage(page: Page): Promise<string> {
  const [, uuid] = /\/pay\/([^/?]+)/.exec(page.url()) ?? []
  const payments = await openStore().sandbox.payments()
  const address = payments.find((payment) => payment.uuid === uuid)?.return_url
  const session = address && new URL(address).searchParams.get("session")
  if (!session) throw new Error(`${page.url()} does not lead back to the shop.`)
  return session
}

/** What is pending of the session's lifetime passes. */
export async function letExpire(sessionId: string): Promise<void> {
  await runSql(
    openStore().databaseUrl,
    `UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'
      WHERE id IN (SELECT invoice_id FROM checkout_uz_invoice_binding WHERE session_id = $1)`,
    [sessionId]
  )
}

/** The customer pays at the service, on a page that only they still have. */
export async function payLate(sessionId: string): Promise<void> {
  const { sandbox } = openStore()
  const payments = await sandbox.payments()
  const own = payments.find(({ return_url: to }) => to?.endsWith(`session=${sessionId}`))
  if (!own) throw new Error(`The service has no payment for ${sessionId}.`)
  await sandbox.pay(own.id)
}

/** Its cart is deleted while the customer pays. */
export async function loseCart(sessionId: string): Promise<void> {
  await runSql(
    openStore().databaseUrl,
    `UPDATE checkout_uz_invoice SET payment_collection_id = 'pay_col_gone_' || id, cart_id = NULL
      WHERE id IN (SELECT invoice_id FROM checkout_uz_invoice_binding WHERE session_id = $1)`,
    [sessionId]
  )
}

/** The merchant gives held money back, to the last tick: nothing of it is left for another test to see. */
export async function giveBack(sessionId: string): Promise<void> {
  const { databaseUrl } = openStore()
  const [row] = await runSql(
    databaseUrl,
    "SELECT invoice_id FROM checkout_uz_invoice_binding WHERE session_id = $1",
    [sessionId]
  )
  const { post } = await asMerchant()
  const invoiceId = z.string().parse(row?.["invoice_id"])
  await post(`/checkout-uz/invoices/${invoiceId}/resolve`, { action: "mark_returned" })
  const [payout] = await runSql(
    databaseUrl,
    "SELECT id FROM checkout_uz_payout WHERE invoice_id = $1",
    [invoiceId]
  )
  await post(`/checkout-uz/refunds/${z.string().parse(payout?.["id"])}/complete`, {})
}

/** Whether the shop's own card form takes cards; null is the store's configuration. */
export async function takeCards(card_payments: false | null): Promise<void> {
  const { post } = await asMerchant()
  await post("/checkout-uz/settings", { card_payments })
}
