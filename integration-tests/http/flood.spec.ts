import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { newInvoice } from "../setup/ledger"
import { describeShop, eventually } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

const CALLS = 6
const INVOICES = 150
const FORGED = 500
/** Forged posts under way at once. */
const ABREAST = 10
/** Milliseconds after which no attempt at an announced payment is left. */
const ATTEMPTS_OVER_MS = 16_000

const plugin = {
  limits: { webhookCallsPerMinute: CALLS, storePerSession: 10_000, storePerAddress: 10_000 },
}

describeShop("a flood of forged webhooks about every open invoice", { plugin }, (shop) => {
  /** Invoices of nobody's cart, made at the service and open. */
  async function openInvoices(count: number): Promise<number[]> {
    const numbers: number[] = []
    for (let n = 0; n < count; n += 1) {
      const nobody = { paymentCollectionId: `pay_col_${n}`, ownerId: `cart_${n}` }
      numbers.push((await newInvoice(shop, nobody)).number)
    }
    return numbers
  }

  async function countOf(condition: string): Promise<number> {
    const [row] = await shop.sql(
      `SELECT count(*)::int AS count FROM checkout_uz_invoice WHERE ${condition}`
    )
    return z.object({ count: z.number() }).parse(row).count
  }

  it("costs a fixed number of calls, loses no webhook, and true ones settle in the middle of it", async () => {
    const numbers = await openInvoices(INVOICES)
    const unpaid = await shop.startedCart()
    const paid = await shop.startedCart()
    numbers.push(unpaid.number)
    await shop.sandbox.pay(paid.number, "drop")
    const own = await ownAddress(shop, paid.number)
    expect(await countOf("next_check_at <= now()")).toBe(0)
    const startedAt = Date.now()

    const statuses: number[] = []
    let settled = false
    // It goes on until the true one is settled, however fast the machine is.
    const forge = async () => {
      while (statuses.length < FORGED || !settled) {
        const number = numbers[statuses.length % numbers.length] ?? -1
        statuses.push(await postHook(shop, BARE_ADDRESS, announcement(number, 45_000)))
      }
    }
    const flood = Promise.all(Array.from({ length: ABREAST }, forge))
    await eventually(
      () => Promise.resolve(statuses.length),
      (count) => count > FORGED / 4
    )
    const notifiedAt = Date.now()
    expect(await postHook(shop, own, announcement(paid.number, paid.cart.total))).toBe(200)
    await eventually(
      () => countOf("state = 'settled'"),
      (count) => count === 1,
      60_000
    )
    const settledInMs = Date.now() - notifiedAt
    settled = true
    await flood
    const floodMs = Date.now() - startedAt
    await expectSettledOnce(shop, paid.cart)
    // Medusa's own address is counted with it.
    for (const number of numbers.slice(0, 20)) {
      expect(await postHook(shop, CORE_ADDRESS, announcement(number, 45_000))).toBe(200)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await countOf("state = 'pending' AND next_check_at <= now()")).toBe(numbers.length)

    await delay(ATTEMPTS_OVER_MS)
    const all = await shop.sandbox.calls("status_payment")
    const caused = all - (await shop.sandbox.calls("status_payment", paid.number))
    const minutes = Math.ceil((Date.now() - startedAt) / 60_000)
    process.stdout.write(
      `  ${statuses.length} forged webhooks about ${numbers.length} invoices in ${floodMs} ms: ` +
        `${caused} calls; a true one among them settled in ${settledInMs} ms\n`
    )
    expect(caused).toBeGreaterThan(0)
    expect(caused).toBeLessThanOrEqual(CALLS * minutes)
    expect(await countOf("state = 'pending'")).toBe(numbers.length)
    await expectNothingCaptured(shop, unpaid.cart)

    // The customer of an invoice in the flood still pays, and is heard.
    await shop.sandbox.pay(unpaid.number)
    await expectSettledOnce(shop, unpaid.cart)
  })

  it("about one invoice fills neither the disk nor the place of the true webhook", async () => {
    const { cart, number } = await shop.startedCart()
    const forged = announcement(number, cart.total, { note: "forged" })
    for (let n = 0; n < 60; n += 1) {
      expect(await postHook(shop, BARE_ADDRESS, forged)).toBe(200)
    }
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    const kept = await shop.sql(
      `SELECT count(*) FILTER (WHERE token_matched)::int AS true_ones,
              count(*) FILTER (WHERE NOT token_matched)::int AS forged
         FROM checkout_uz_webhook_delivery`
    )
    const [counts] = z.array(z.object({ true_ones: z.number(), forged: z.number() })).parse(kept)
    expect(counts?.true_ones).toBe(1)
    // Twenty, and those that were being stored at the same moment.
    expect(counts?.forged).toBeGreaterThanOrEqual(20)
    expect(counts?.forged).toBeLessThan(30)
  })
})
