import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { tryToComplete } from "../setup/orders"
import { sessionStatus, waitForStatus } from "../setup/progress"
import type { Fault } from "../setup/sandbox-control"
import { describeShop, eventually, PROVIDER_ID } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

describeShop("money is believed only when the service says so", {}, (shop) => {
  const asked = (number: number) => shop.sandbox.calls("status_payment", number)
  const waitUntilAsked = (number: number) =>
    eventually(
      () => asked(number),
      (calls) => calls > 0
    )

  async function ledgerRow(number: number) {
    const [row] = await shop.sql(
      `SELECT state, blocker, spent_by_session, last_error, next_check_at <= now() AS is_next
         FROM checkout_uz_invoice WHERE number = ?`,
      [String(number)]
    )
    return z
      .object({
        state: z.string(),
        blocker: z.string().nullable(),
        spent_by_session: z.string().nullable(),
        last_error: z.string().nullable(),
        is_next: z.boolean().nullable(),
      })
      .parse(row)
  }
  afterEach(async () => {
    await shop.sandbox.clearFaults()
  })

  it.each([
    ["the invoice's own address", (number: number) => ownAddress(shop, number)],
    ["the general address", () => Promise.resolve(BARE_ADDRESS)],
    ["Medusa's own address", () => Promise.resolve(CORE_ADDRESS)],
  ])("a forged webhook for a pending invoice captures nothing: %s", async (_where, address) => {
    const { cart, session, number } = await shop.startedCart()
    const path = await address(number)
    expect(await postHook(shop, path, announcement(number, cart.total))).toBe(200)
    await waitUntilAsked(number)
    await expectNothingCaptured(shop, cart)
    expect(await ledgerRow(number)).toMatchObject({ state: "pending", spent_by_session: null })
    expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "pending" })

    // And the customer can still pay.
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
  })

  it("the amount in a webhook is not believed, paid or not", async () => {
    const unpaid = await shop.startedCart()
    const paid = await shop.startedCart()
    await shop.sandbox.pay(paid.number, "drop")
    for (const { number, cart } of [unpaid, paid]) {
      const cheap = announcement(number, 1_000, { amount: cart.total })
      expect(await postHook(shop, await ownAddress(shop, number), cheap)).toBe(200)
    }
    await waitUntilAsked(unpaid.number)
    const books = await expectSettledOnce(shop, paid.cart)
    expect(books.captured).toBe(paid.cart.total)
    await expectNothingCaptured(shop, unpaid.cart)
  })

  it("a webhook on one cart's address about another cart's invoice settles the paid one only", async () => {
    const mine = await shop.startedCart()
    const theirs = await shop.startedCart()
    const myAddress = await ownAddress(shop, mine.number)
    expect(await postHook(shop, myAddress, announcement(theirs.number, mine.cart.total))).toBe(200)
    await waitUntilAsked(theirs.number)
    await expectNothingCaptured(shop, mine.cart)
    await expectNothingCaptured(shop, theirs.cart)

    await shop.sandbox.pay(theirs.number, "drop")
    expect(await postHook(shop, myAddress, announcement(theirs.number, mine.cart.total))).toBe(200)
    await expectSettledOnce(shop, theirs.cart)
    await expectNothingCaptured(shop, mine.cart)
    expect(await asked(mine.number)).toBe(0)
    const kept = await shop.sql(`SELECT DISTINCT token_matched FROM checkout_uz_webhook_delivery`)
    expect(kept).toEqual([{ token_matched: false }])
  })

  it("an invoice named anywhere but in data.order_id is not named", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    const { data } = announcement(number, cart.total)
    const named = { id: number, order_id: number, uuid: (await shop.sandbox.payment(number)).uuid }
    const nameless = { ...data, order_id: undefined }
    const bodies = [
      announcement(number, cart.total, { data: { ...nameless, provider_details: named } }),
      announcement(number, cart.total, { data: { ...nameless, ...named, order_id: null } }),
      announcement(number, cart.total, { ...named, data: nameless }),
      announcement(number, cart.total, {
        data: { ...data, order_id: number + 1_000_000, provider_details: named },
      }),
    ]
    for (const body of bodies) {
      for (const path of [await ownAddress(shop, number), BARE_ADDRESS]) {
        expect(await postHook(shop, path, body)).toBe(200)
      }
    }
    expect(await asked(number)).toBe(0)
    await expectNothingCaptured(shop, cart)
  })

  it.each<[Fault]>([
    ["http_500"],
    ["http_429"],
    ["hang"],
    ["reset"],
    ["html"],
    ["status_error"],
    ["wrong_id"],
  ])(
    "the service answers %s while the webhook arrives: nothing is captured, and it is found later",
    async (kind) => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.fault("status_payment", kind, 1_000)
      await shop.sandbox.pay(number)
      const failed = await eventually(
        () => ledgerRow(number),
        (row) => row.last_error !== null
      )
      // Still open and at the head of the queue: an error says nothing about an invoice.
      expect(failed).toMatchObject({ state: "pending", spent_by_session: null, is_next: true })
      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "pending" })
      const completed = await tryToComplete(shop, cart.id)
      expect(completed.body).toMatchObject({ type: "cart" })
      await expectNothingCaptured(shop, cart)

      await shop.sandbox.clearFaults()
      await waitForStatus(shop, session.id, "order_placed")
      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(cart.total)
      expect((await ledgerRow(number)).last_error).toBeNull()
    }
  )

  it("another amount than the invoice's is never captured, whoever asks, until the service names the exact one", async () => {
    const { cart, session, number } = await shop.startedCart()
    await shop.sandbox.fault("status_payment", "wrong_amount", 1_000)
    await shop.sandbox.pay(number)
    const mismatched = await eventually(
      () => ledgerRow(number),
      ({ state }) => state === "paid"
    )
    expect(mismatched).toMatchObject({ blocker: "amount_mismatch", spent_by_session: null })

    expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "held" })
    expect((await tryToComplete(shop, cart.id)).body).toMatchObject({ type: "cart" })
    const [delivery] = await shop.sandbox.webhooksAbout(number)
    await shop.sandbox.resend(delivery?.n ?? -1)
    const restarted = await shop.store.post(
      `/store/payment-collections/${cart.collectionId}/payment-sessions`,
      { provider_id: PROVIDER_ID }
    )
    expect(restarted.status).toBe(200)
    await expectNothingCaptured(shop, cart)
    expect(await ledgerRow(number)).toMatchObject({
      state: "paid",
      blocker: "amount_mismatch",
      spent_by_session: null,
    })

    await shop.sandbox.clearFaults()
    await waitForStatus(shop, session.id, "order_placed")
    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(cart.total)
  })
})
