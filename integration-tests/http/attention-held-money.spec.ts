import { attention, notifications, traceOf } from "../setup/attention"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { listen } from "../setup/events"
import { breakDatabase } from "../setup/faults"
import { moneyOf, waitForBlocker } from "../setup/held"
import { ledgerOf } from "../setup/ledger"
import { logIn } from "../setup/merchant"
import { knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { orderNumbers, sessionsOf, sessionStatus } from "../setup/progress"
import { describeShop, eventually, PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("held money that needs the merchant", {}, (shop) => {
  describe("a hold", () => {
    it("stands although the bell cannot be rung, and the event is emitted", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      await breakDatabase(shop, { table: "notification", on: "INSERT", fails: true })
      const { number } = await blockedWith(shop, "order_canceled")
      await knownMoneyIsDue(shop)
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.some((event) => event["invoice_number"] === number)
      )
      expect(await notifications(shop)).toEqual([])
      expect(await moneyOf(shop, number)).toMatchObject({ state: "paid" })
      expect(await attention(shop)).toMatchObject({ held: [{ number }] })
    })

    it("is published by the next sweep where a crash came between the hold and its event", async () => {
      const { number } = await blockedWith(shop, "order_canceled")
      const events = listen(shop, "checkout-uz.invoice.held")
      const aboutIt = (heard: Record<string, unknown>[]) =>
        heard.filter((event) => event["invoice_number"] === number)
      // Between the blocker and its alert,
      await knownMoneyIsDue(shop)
      await eventually(
        () => Promise.resolve(aboutIt(events)),
        (heard) => heard.length === 1
      )
      // and between the alert's claim and its event: the claim of a server that died runs out.
      const died = () =>
        shop.sql(
          `UPDATE checkout_uz_alert
              SET published_at = NULL, claimed_at = now() - interval '1 minute'
            WHERE published_at IS NOT NULL RETURNING id`
        )
      await eventually(died, (alerts) => alerts.length > 0)
      await eventually(
        () => Promise.resolve(aboutIt(events)),
        (heard) => heard.length === 2
      )
    })

    it("whose cause is mended ends as one order when the merchant tries again", async () => {
      const { cart, number } = await shop.startedCart()
      await offerProvider(shop, false)
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "provider_off")
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([{ reason: "provider_off", actions: ["retry", "mark_returned"] }])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "paid", reason: "provider_off" } },
      })
      await expectNothingCaptured(shop, cart)

      await offerProvider(shop, true)
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "settled", reason: null, since: null } },
      })
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
      expect(await traceOf(shop, number)).toContainEqual({
        move: "paid > paid",
        actor_id: merchant.id,
        note: "retry",
      })
      expect(await attention(shop)).toMatchObject({ held_count: 0, payouts_count: 0 })
    })

    it("whose cause is mended heals by itself, and leaves the list", async () => {
      const { cart, number } = await shop.startedCart()
      await offerProvider(shop, false)
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "provider_off")
      await patienceIsOver(shop)
      expect(await attention(shop)).toMatchObject({ held_count: 1 })
      await offerProvider(shop, true)
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now()")
      await knownMoneyIsDue(shop)
      await expectSettledOnce(shop, cart)
      expect(await attention(shop)).toMatchObject({ held_count: 0 })
    })

    it("for its amount is settled by another try only when the service names the exact amount", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("status_payment", "wrong_amount")
      const [session] = await sessionsOf(shop, cart)
      await sessionStatus(shop, session?.id ?? "")
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([
        {
          number,
          reason: "amount_mismatch",
          amount: cart.total,
          // What has to go back, if it does.
          paid_amount: cart.total + 1,
        },
      ])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`

      for (const [fault, status, code] of [
        ["wrong_amount", 409, "amount_not_confirmed"],
        ["wrong_id", 502, "service_failed"],
        ["http_500", 502, "service_failed"],
      ] as const) {
        await shop.sandbox.fault("status_payment", fault, 10)
        const refused = await merchant.post(resolve, { action: "retry" })
        expect(refused).toMatchObject({ status, body: { code } })
        await shop.sandbox.clearFaults()
        await expectNothingCaptured(shop, cart)
        expect(await moneyOf(shop, number)).toMatchObject({ blocker: "amount_mismatch" })
      }

      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        body: { invoice: { state: "settled" } },
      })
      await expectSettledOnce(shop, cart)
    })

    it("that another service confirmed is not settled here, and its checkout is left alone", async () => {
      const { cart, number } = await blockedWith(shop, "cart_changed")
      await shop.sql(
        "UPDATE checkout_uz_invoice SET service_url = 'https://elsewhere.example/api/v1'"
      )
      const before = await shop.sandbox.calls("create_payment")
      await patienceIsOver(shop)
      await knownMoneyIsDue(shop)
      const { held } = await eventually(
        () => attention(shop),
        (list) => list.held[0]?.reason === "service_changed"
      )
      const merchant = await logIn(shop)
      const path = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}`

      const refused = await merchant.post(`${path}/resolve`, { action: "retry" })
      expect(refused).toMatchObject({ status: 409, body: { code: "other_service" } })
      expect(JSON.stringify(refused.body)).toContain("https://elsewhere.example/api/v1")
      await merchant.post(`${path}/check`)
      await expectNothingCaptured(shop, cart)
      expect(await sessionsOf(shop, cart)).toHaveLength(1)
      expect(await shop.sandbox.calls("create_payment")).toBe(before)
      expect(await moneyOf(shop, number)).toMatchObject({
        state: "paid",
        blocker: "service_changed",
      })

      const returned = { action: "mark_returned", note: "it was play money" }
      expect(await merchant.post(`${path}/resolve`, returned)).toMatchObject({
        body: { invoice: { state: "returned" } },
      })
    })
  })
})

async function offerProvider(shop: Shop, offered: boolean): Promise<void> {
  await shop.sql("UPDATE payment_provider SET is_enabled = CAST(? AS boolean) WHERE id = ?", [
    String(offered),
    PROVIDER_ID,
  ])
}

/** Money in whose way a server found something, and died. */
async function blockedWith(shop: Shop, reason: "order_canceled" | "cart_changed") {
  const { cart, number } = await shop.startedCart()
  const ledger = ledgerOf(shop)
  await shop.sandbox.pay(number, "drop")
  const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
  if (!invoice) throw new Error("There is no invoice.")
  await ledger.requests.verify(invoice.id, { wait: true })
  await ledger.spending.block({
    id: invoice.id,
    reason,
    facts: {},
    message: "something got in the way",
    retryInSeconds: null,
  })
  return { cart, number }
}
