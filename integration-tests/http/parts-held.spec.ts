import { invoicesAnswerSchema, paymentLinkAnswerSchema } from "../../src/contract"
import { settleInvoice } from "../../src/workflows/settle-invoice"
import { strictly } from "../setup/admin-answers"
import { attention, notifications } from "../setup/attention"
import { payoutsIn, waitForBlocker } from "../setup/held"
import { logIn, type Merchant } from "../setup/merchant"
import {
  duePart,
  expectSettledInParts,
  FIVE_PARTS,
  partsOf,
  partsRunOut,
  payParts,
  startedInParts,
  untilPartsCame,
  waitingIsOver,
} from "../setup/parts"
import { knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { invoiceId, sessionsOf } from "../setup/progress"
import { describeShop, eventually, PROVIDER_ID } from "../setup/shop"

const MISSING = 6_172_839

describeShop("a payment in parts that its customer did not finish", {}, (shop) => {
  /** Two parts of which one has come, and the case the merchant then has. */
  async function unfinished() {
    const started = await startedInParts(shop)
    await shop.sandbox.pay(started.number, "drop")
    await untilPartsCame(shop, started.session.id, 1)
    await waitForBlocker(shop, started.number, "part_paid")
    expect((await attention(shop)).held).toEqual([])
    const merchant = await logIn(shop)
    expect(await standings(merchant)).toEqual(expect.arrayContaining(["part_paid"]))
    await waitingIsOver(shop)
    const [held] = (await attention(shop)).held
    if (!held) throw new Error("Nothing is held.")
    expect(await standings(merchant)).toEqual(expect.arrayContaining(["needs_you"]))
    return { ...started, held, merchant }
  }
  /** What the merchant's list says of the invoices, each kind once. */
  async function standings(merchant: Merchant): Promise<string[]> {
    const { body } = await merchant.get("/admin/checkout-uz/invoices")
    const { invoices } = invoicesAnswerSchema.parse(body)
    return [...new Set(invoices.map(({ standing }) => standing))]
  }
  const resolve = (merchant: Merchant, id: string, action: string) =>
    merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, { action })

  it("waits for the rest as long as the shop chose, and is then one case with name and phone", async () => {
    const { number, held } = await unfinished()
    expect(held).toMatchObject({
      number,
      reason: "part_paid",
      amount: MISSING,
      asked: 12_345_678,
      open: MISSING,
      arrived: MISSING,
      parts_paid: 1,
      parts_planned: 2,
      parts: [{ invoice_number: number, amount: MISSING, payment_system: null }],
      actions: ["retry", "wait", "mark_returned"],
      customer: { name: "Dilnoza Karimova", phone: "+998901234567" },
    })
    await knownMoneyIsDue(shop)
    const [told] = await eventually(
      () => notifications(shop),
      (all) => all.length > 0
    )
    expect(told).toMatchObject({
      description: expect.stringContaining("6,172,839 of 12,345,678 UZS have come") as string,
    })
    expect(await notifications(shop)).toHaveLength(1)
  })

  it("is not put off by looking at it: only its customer has a part made anew that ran out", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    await waitForBlocker(shop, number, "part_paid")
    await partsRunOut(shop, cart)
    const heldFrom = () =>
      shop.sql("SELECT held_from FROM checkout_uz_invoice WHERE number = ?", [String(number)])
    const before = await heldFrom()
    const id = await invoiceId(shop, number)
    await settleInvoice(shop.container, id, { urgency: "now" })
    expect(await heldFrom()).toEqual(before)
    expect(await partsOf(shop, cart)).toHaveLength(2)
    await shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`)
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await expectSettledInParts(shop, cart, 2)
  })

  it("is paid to the end by the link for the rest that the merchant sends", async () => {
    const { cart, held, merchant } = await unfinished()
    const answer = await merchant.post(`/admin/checkout-uz/invoices/${held.id}/rest-link`)
    const link = strictly(paymentLinkAnswerSchema, answer.body)
    expect(link).toMatchObject({
      open_amount: MISSING,
      invoice: { amount: MISSING, part: { position: 2, count: 2, plan_amount: 12_345_678 } },
    })
    expect(link.invoice?.payment_url).toContain("/pay/")
    const again = await merchant.post(`/admin/checkout-uz/invoices/${held.id}/rest-link`)
    expect(again.body).toMatchObject({ invoice: { number: link.invoice?.number } })
    await shop.sandbox.pay(link.invoice?.number ?? 0)
    await expectSettledInParts(shop, cart, 2)
    expect((await attention(shop)).held).toEqual([])
    const over = await merchant.post(`/admin/checkout-uz/invoices/${held.id}/rest-link`)
    expect(over.status).toBe(409)
  })

  it("leaves the list where the merchant gives it more time, and says who did", async () => {
    const { held, merchant } = await unfinished()
    expect(await resolve(merchant, held.id, "wait")).toMatchObject({ status: 200 })
    expect((await attention(shop)).held).toEqual([])
    const detail = await merchant.get(`/admin/checkout-uz/invoices/${held.id}`)
    expect(JSON.stringify(detail.body)).toContain('"note":"wait"')
    // The time that was given is not cut short by the next look at it.
    await resolve(merchant, held.id, "retry")
    expect((await attention(shop)).held).toEqual([])
  })

  it("goes back with a pay-out for each part, and nobody is asked for the rest any more", async () => {
    const { cart } = await startedInParts(shop, FIVE_PARTS)
    await payParts(shop, cart, { upTo: 2 })
    await waitForBlocker(shop, (await partsOf(shop, cart))[1]?.number ?? 0, "part_paid")
    await duePart(shop, cart, 3)
    await waitingIsOver(shop)
    const { held, held_count } = await attention(shop)
    expect(held_count).toBe(1)
    expect(held).toMatchObject([{ amount: 20_000_000, parts: [{}, {}], parts_planned: 5 }])
    const merchant = await logIn(shop)
    const answer = await resolve(merchant, held[0]?.id ?? "", "mark_returned")
    expect(answer).toMatchObject({ status: 200, body: { invoice: { state: "returned" } } })
    expect(await payoutsIn(shop)).toEqual([
      { amount: 10_000_000, is_open: true },
      { amount: 10_000_000, is_open: true },
    ])
    expect(await sessionsOf(shop, cart)).toEqual([])
    const [fresh] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
    expect(fresh?.data).toMatchObject({ parts: { of: 5, paid: 0 } })
  })

  it("is returned, and its link is paid all the same: that money waits for nothing more", async () => {
    const { held, merchant } = await unfinished()
    const answer = await merchant.post(`/admin/checkout-uz/invoices/${held.id}/rest-link`)
    const { invoice } = strictly(paymentLinkAnswerSchema, answer.body)
    if (!invoice) throw new Error("There is no link for the rest.")
    expect(await resolve(merchant, held.id, "mark_returned")).toMatchObject({ status: 200 })
    await shop.sandbox.pay(invoice.number)
    await waitForBlocker(shop, invoice.number, "part_paid")
    await patienceIsOver(shop)
    expect((await attention(shop)).held).toMatchObject([{ number: invoice.number }])
    // More time that the merchant gives all the same is not cut short.
    expect(await resolve(merchant, invoice.id, "wait")).toMatchObject({ status: 200 })
    await resolve(merchant, invoice.id, "retry")
    expect((await attention(shop)).held).toEqual([])
  })

  it("returned while its rest is being paid is one of the two, never both", async () => {
    const { cart, held, merchant, number } = await unfinished()
    const second = await duePart(shop, cart, 2)
    await shop.sandbox.pay(second, "drop")
    await Promise.all([
      resolve(merchant, held.id, "mark_returned"),
      shop.store.post(`/store/carts/${cart.id}/complete`),
    ])
    const parts = await eventually(
      () => partsOf(shop, cart),
      (all) => all.some((part) => part.number === number && part.state !== "paid")
    )
    const returned = parts.filter(({ state }) => state === "returned").length
    const settled = parts.filter(({ state }) => state === "settled").length
    expect([returned > 0, settled > 0].filter(Boolean)).toHaveLength(1)
    if (settled > 0) await expectSettledInParts(shop, cart, 2)
  })

  it("cannot be waited for where it waits for something else, and that is said", async () => {
    const { cart, number } = await startedInParts(shop, "10000000")
    await shop.sandbox.pay(number)
    await eventually(
      () => partsOf(shop, cart),
      ([one]) => one?.state === "settled"
    )
    const [row] = await shop.sql("SELECT id FROM checkout_uz_invoice")
    const answer = await resolve(await logIn(shop), String(row?.["id"]), "wait")
    expect(answer).toMatchObject({ status: 409, body: { code: "not_waiting" } })
  })
})
