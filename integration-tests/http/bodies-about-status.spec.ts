import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { describeShop, eventually, type ReadyCart } from "../setup/shop"
import {
  complete,
  documentedCart,
  forgetLastQuestion,
  ledgerRows,
  PAGE,
  PAID,
  paid,
  PENDING,
  spokenService,
  WEBHOOK,
} from "../setup/spoken-bodies"
import { says, type Reply } from "../setup/stand-in"
import { BARE_ADDRESS, postHook } from "../setup/webhooks"

const { service, plugin } = spokenService()

describeShop(
  "a shop beside a service that says of a payment exactly what it is told to",
  { plugin },
  (shop) => {
    let cart: ReadyCart
    beforeEach(async () => {
      cart = await documentedCart(shop, service)
    })

    describe("/status_payment", () => {
      it("pending is not paid, although the envelope says success; paid is", async () => {
        const [session] = await shop.store.startSession(cart.collectionId)
        expect(await complete(shop, cart)).toMatchObject({ type: "cart" })
        await expectNothingCaptured(shop, cart, service)

        service.on("status_payment", PAID)
        expect(await postHook(shop, BARE_ADDRESS, WEBHOOK)).toBe(200)
        await expectSettledOnce(shop, cart, service)
        const status = await shop.store.get(
          `/store/checkout-uz/payment-sessions/${session?.id ?? ""}`
        )
        expect(status.body).toMatchObject({ status: "order_placed", payment_url: null })
      })

      it("documented types are paid as well", async () => {
        await shop.store.startSession(cart.collectionId)
        service.on("status_payment", paid({ id: 61001, amount: 7000 }))
        await postHook(shop, BARE_ADDRESS, WEBHOOK)
        await expectSettledOnce(shop, cart, service)
      })

      it("no body to refuse ever captures, and none of them stands in the way of the true one", async () => {
        await shop.store.startSession(cart.collectionId)
        const refused: Record<string, Reply> = {
          "another id": paid({ id: "61002" }),
          "an id that is none": paid({ id: true }),
          "status 1": paid({ status: 1 }),
          "status true": paid({ status: true }),
          "status PAID": paid({ status: "PAID" }),
          "status success": paid({ status: "success" }),
          "an amount that is none": paid({ amount: "seven" }),
          "data missing": says({ status: "success" }),
          "data a list": says('{"status":"success","data":[{"id":61001,"status":"paid"}]}'),
          "a JSON array": says('[{"status":"success","data":{"status":"paid"}}]'),
          "a JSON text": says('"paid"'),
          "a refusal that calls itself paid": says({ status: "error", data: { status: "paid" } }),
          "HTTP 401": says({ error: "bad key" }, 401),
          "HTTP 403": says({ error: "address" }, 403),
          "HTTP 404": says({ error: "unknown" }, 404),
          "HTTP 500": says({ status: "error" }, 500),
          "HTTP 502": says("<html>Bad gateway</html>", 502),
          "no answer": "hang",
          "a closed connection": "reset",
        }
        for (const [name, reply] of Object.entries(refused)) {
          service.on("status_payment", reply)
          await forgetLastQuestion(shop)
          const asked = service.calls.length
          expect({ name, ...(await complete(shop, cart)) }).toMatchObject({ name, type: "cart" })
          expect({ name, asked: service.calls.length > asked }).toEqual({ name, asked: true })
          expect({ name, rows: await ledgerRows(shop) }).toEqual({
            name,
            rows: [{ number: "61001", state: "pending", payment_url: PAGE }],
          })
        }
        service.on("status_payment", PENDING)
        await expectNothingCaptured(shop, cart, service)

        service.on("status_payment", PAID)
        await postHook(shop, BARE_ADDRESS, WEBHOOK)
        await expectSettledOnce(shop, cart, service)
      })

      it.each([
        ["7000.01", "one tiyin more"],
        ["6999.99", "one tiyin less"],
        ["700000.00", "tiyin read as som"],
        ["70", "som read as tiyin"],
        ["7000.0000000000000000001", "more than a float can tell"],
      ])(
        'paid with amount "%s" (%s) is held for the merchant and never captured',
        async (amount) => {
          await shop.store.startSession(cart.collectionId)
          service.on("status_payment", paid({ amount }))
          await postHook(shop, BARE_ADDRESS, WEBHOOK)
          await eventually(
            () => ledgerRows(shop),
            ([row]) => row?.["state"] === "paid"
          )
          const { invoices } = await expectNothingCaptured(shop, cart, service)
          expect(invoices).toMatchObject([{ blocker: "amount_mismatch", spent_by_session: null }])

          // Asked for again, the service is asked once more: as long as it says the same, nothing moves.
          const asked = service.calls.length
          expect(await complete(shop, cart)).toMatchObject({ type: "cart" })
          await expectNothingCaptured(shop, cart, service)
          expect(service.calls.length).toBe(asked + 1)
          expect(await ledgerRows(shop)).toMatchObject([{ state: "paid" }])

          // Once it says the very amount, the money is an order like any other.
          service.on("status_payment", PAID)
          await forgetLastQuestion(shop)
          await postHook(shop, BARE_ADDRESS, WEBHOOK)
          await expectSettledOnce(shop, cart, service)
        }
      )
    })
  }
)
