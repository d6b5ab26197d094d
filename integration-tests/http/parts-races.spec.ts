import { WORDS } from "../../src/api/store/language"
import { settleInvoice } from "../../src/workflows/settle-invoice"
import { COUNTED, stock } from "../setup/faults"
import { CHORSU, KEYS_IN_THE_ADMIN, otherDesk, setKey } from "../setup/cash-desk"
import { reprice } from "../setup/carts"
import { moneyOf, waitForBlocker } from "../setup/held"
import { ledgerOf } from "../setup/ledger"
import { logIn } from "../setup/merchant"
import { tryToComplete } from "../setup/orders"
import {
  duePart,
  expectSettledInParts,
  FIVE_PARTS,
  partsOf,
  partsRunOut,
  payParts,
  setQuantity,
  startedInParts,
  startedWith,
  untilPartsCame,
} from "../setup/parts"
import { invoiceId, orderNumbers, sessionStatus, waitForStatus } from "../setup/progress"
import {
  describeShop,
  eventually,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
} from "../setup/shop"

const CHORSU_PROVIDER_ID = "pp_checkout-uz_chorsu"
const OTHER_ADDRESS = { return_url: "http://127.0.0.1:8000/another/way/back" }

describeShop("a payment in parts", KEYS_IN_THE_ADMIN, (shop) => {
  const newSession = async (cart: ReadyCart) => {
    const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
    if (!session) throw new Error("No payment session was started.")
    return session
  }

  it("paid in two tabs at once counts both as parts, and is booked once", async () => {
    const { cart, number } = await startedInParts(shop, FIVE_PARTS)
    const sessions = await shop.store.startSession(cart.collectionId, PROVIDER_ID, OTHER_ADDRESS)
    const second = sessions.map(({ data }) => data.invoice_id).find((id) => id !== number) ?? 0
    await Promise.all([shop.sandbox.pay(number), shop.sandbox.pay(second)])
    await payParts(shop, cart, { from: 3, upTo: 5 })
    await expectSettledInParts(shop, cart, 5)
  })

  it("whose first part's webhook comes after its second part is one order", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number, "drop")
    await untilPartsCame(shop, session.id, 1)
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    const [late] = await shop.sandbox.webhooksAbout(number)
    await shop.sandbox.resend(late?.n ?? 0)
    await expectSettledInParts(shop, cart, 2)
    expect(await orderNumbers(shop)).toEqual([1])
  })

  it("goes on with a part that is paid late, beside the one that took its place", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await partsRunOut(shop, cart)
    const refreshed = await shop.store.post(
      `/store/checkout-uz/payment-sessions/${session.id}/refresh`
    )
    expect(refreshed).toMatchObject({
      status: 200,
      body: { status: "pending", parts: { paid: 0 } },
    })
    await shop.sandbox.pay(number)
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await expectSettledInParts(shop, cart, 2)
  })

  it("starts a part that ran out again, and what has come counts on", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    await partsRunOut(shop, cart)
    const expired = await sessionStatus(shop, session.id)
    expect(expired).toMatchObject({ status: "expired", payment_url: null, parts: { paid: 1 } })
    const again = await shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`)
    expect(again).toMatchObject({ status: 200, body: { status: "pending", parts: { paid: 1 } } })
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await expectSettledInParts(shop, cart, 2)
  })

  it("makes the next part once, and not again and again for a customer who has left", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    await partsRunOut(shop, cart)
    const id = await invoiceId(shop, number)
    for (let look = 0; look < 3; look++) {
      await settleInvoice(shop.container, id, { urgency: "now", byMerchant: true })
    }
    expect(await partsOf(shop, cart)).toHaveLength(2)
    expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "expired" })
  })

  it("paid once too often leaves one part over, which buys nothing", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    const second = await duePart(shop, cart, 2)
    await shop.store.startSession(cart.collectionId, PROVIDER_ID, OTHER_ADDRESS)
    const third = (await partsOf(shop, cart)).find(
      (part) => part.state === "pending" && part.number !== second
    )
    await shop.sandbox.pay(second)
    await waitForStatus(shop, session.id, "order_placed")
    await shop.sandbox.pay(third?.number ?? 0)
    await waitForBlocker(shop, third?.number ?? 0, "nothing_owed")
    await expectSettledInParts(shop, cart, 2)
  })

  it("settled from everywhere at once is one order and one capture", async () => {
    const { cart, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    const second = await duePart(shop, cart, 2)
    await shop.sandbox.pay(second, "drop")
    const ids = await Promise.all([invoiceId(shop, number), invoiceId(shop, second)])
    await Promise.all([
      ...ids.flatMap((id) => [
        settleInvoice(shop.container, id, { urgency: "now" }),
        settleInvoice(shop.container, id, { urgency: "now" }),
      ]),
      tryToComplete(shop, cart.id),
      // Whoever else changes all invoices of the collection takes their locks in the same order.
      ...["Dilnoza", "Nodira", "Zulfiya"].map((customerName) =>
        ledgerOf(shop).invoices.label(cart.collectionId, { customerName })
      ),
    ])
    await expectSettledInParts(shop, cart, 2)
    expect(await orderNumbers(shop)).toEqual([1])
  })

  it("counts what has come when the cart grows between its parts", async () => {
    const { cart } = await startedInParts(shop)
    await payParts(shop, cart, { upTo: 1 })
    await duePart(shop, cart, 2)
    expect((await setQuantity(shop, cart, 2)).status).toBe(200)
    const session = await newSession(cart)
    expect(session.data).toMatchObject({
      // Core delivers at its usual price once a line has changed.
      amount: 24_711_356,
      parts: { of: 3, paid: 1, paid_amount: 6_172_839, amount: 9_269_259 },
    })
    await payParts(shop, cart, { from: 2, upTo: 3 })
    await expectSettledInParts(shop, { ...cart, total: 24_711_356 }, 3)
  })

  it("counts what has come when the cart shrinks, and never lets it shrink below that", async () => {
    const { cart } = await startedWith(shop, "5000000", 3)
    await payParts(shop, cart, { upTo: 1 })
    await duePart(shop, cart, 2)
    expect(await setQuantity(shop, cart, 1)).toMatchObject({
      status: 409,
      body: { code: "already_paid" },
    })
    expect((await setQuantity(shop, cart, 2)).status).toBe(200)
    const session = await newSession(cart)
    expect(session.data).toMatchObject({
      amount: 10_020_000,
      parts: { paid: 1, amount: 2_520_000 },
    })
    await payParts(shop, cart, { from: 2, upTo: 2 })
    await expectSettledInParts(shop, { ...cart, total: 10_020_000 }, 2)
  })

  it("is placed at once when the cart comes to just what has come, and nobody pays more", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    await reprice(shop, cart.id, "6172839")
    await waitForStatus(shop, session.id, "order_placed")
    await expectSettledInParts(shop, { ...cart, total: 6_172_839 }, 1)
  })

  it("takes no other way to pay once a part has come, and no order number is burnt", async () => {
    const { cart, number, session } = await startedInParts(shop)
    await shop.sandbox.pay(number, "drop")
    await untilPartsCame(shop, session.id, 1)
    const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
    expect(await shop.store.post(path, { provider_id: OTHER_PROVIDER_ID })).toMatchObject({
      status: 409,
      body: {
        code: "already_paid",
        message: expect.stringContaining("part of this order") as string,
      },
    })
    expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "cart" } })
    expect(await orderNumbers(shop)).toEqual([])
  })

  it("whose stock is gone after the last part is one case, and an order once it is back", async () => {
    const { cart } = await startedWith(shop, "12345678", 1, COUNTED)
    await payParts(shop, cart, { upTo: 1 })
    const second = await duePart(shop, cart, 2)
    await stock(shop, 0)
    await shop.sandbox.pay(second)
    await waitForBlocker(shop, second, "not_completable")
    const parts = await partsOf(shop, cart)
    expect(parts.map(({ blocker }) => blocker)).toEqual(["not_completable", "not_completable"])
    await stock(shop, 5)
    expect(await tryToComplete(shop, cart.id)).toMatchObject({ body: { type: "order" } })
    await expectSettledInParts(shop, cart, 2)
    expect(await orderNumbers(shop)).toEqual([1])
  })

  it("goes on with a new API key where the merchant sets one between its parts", async () => {
    const { cart, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await duePart(shop, cart, 2)
    const other = await otherDesk(shop)
    await setKey(await logIn(shop), other.key)
    // The page of the second part is the old desk's, and its key is kept for it.
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await expectSettledInParts(shop, cart, 2)
  })

  it("waits where the service fails to make the next part, which the customer asks for again", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.fault("create_payment", "http_500", 1)
    await shop.sandbox.pay(number)
    const waiting = await untilPartsCame(shop, session.id, 1)
    expect(waiting).toMatchObject({ status: "pending", payment_url: null })
    await eventually(
      () => moneyOf(shop, number),
      ({ blocker }) => blocker === "part_paid"
    )
    const again = await shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`)
    expect(again).toMatchObject({
      status: 200,
      body: { payment_url: expect.any(String) as string },
    })
    await payParts(shop, cart, { from: 2, upTo: 2 })
    await expectSettledInParts(shop, cart, 2)
  })

  it("goes to the cash desk of its first part with all of them", async () => {
    const desk = await otherDesk(shop)
    await setKey(await logIn(shop), desk.key, CHORSU)
    const cart = await shop.cartOver("12345678")
    const [session] = await shop.store.startSession(cart.collectionId, CHORSU_PROVIDER_ID)
    await desk.sandbox.pay(session?.data.invoice_id ?? 0)
    const second = await duePart(shop, cart, 2)
    const path = `/store/payment-collections/${cart.collectionId}/payment-sessions`
    expect(await shop.store.post(path, { provider_id: PROVIDER_ID })).toMatchObject({
      status: 409,
      body: { code: "already_paid", message: WORDS.en.partly_paid },
    })
    await desk.sandbox.pay(second)
    await expectSettledInParts(shop, cart, 2, desk.sandbox)
    const desks = await shop.sql(
      "SELECT DISTINCT cash_desk FROM checkout_uz_invoice WHERE payment_collection_id = ?",
      [cart.collectionId]
    )
    expect(desks).toEqual([{ cash_desk: "chorsu" }])
  })

  it("asked for by everybody at once leads each of them to a part that is due, or to another try", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number, "drop")
    await untilPartsCame(shop, session.id, 1)
    const merchant = await logIn(shop)
    const link = `/admin/checkout-uz/invoices/${await invoiceId(shop, number)}/rest-link`
    const start = `/store/payment-collections/${cart.collectionId}/payment-sessions`
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => shop.store.post(start, { provider_id: PROVIDER_ID })),
      ...[1, 2, 3].map(() => merchant.post(link, {})),
    ])
    for (const { status, body } of answers) {
      if (status !== 200)
        expect({ status, body }).toMatchObject({
          status: 409,
          body: { code: "in_progress" },
        })
    }
    expect(answers.map(({ status }) => status)).toContain(200)
    await shop.sandbox.pay(await duePart(shop, cart, 2))
    await expectSettledInParts(shop, cart, 2)
  })
})
