import { RateLimits } from "../../src/modules/checkout-uz/rate-limits"
import { expectSettledOnce } from "../setup/books"
import { withPool } from "../setup/ledger"
import { INVOICES, LIMITED, PER_ADDRESS, PER_SESSION } from "../setup/limits"
import { logged, refusedSession } from "../setup/refusal"
import { describeShop } from "../setup/shop"

describeShop("limits", LIMITED, (shop) => {
  describe("on the store's routes", () => {
    const page = (sessionId: string) => `/store/checkout-uz/payment-sessions/${sessionId}`
    const from = (address: string) => ({ "x-forwarded-for": address })

    async function expectRefused(response: Response): Promise<void> {
      expect(response.status).toBe(429)
      expect(response.headers.get("access-control-expose-headers")).toBe("Retry-After")
      const seconds = Number(response.headers.get("retry-after"))
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(await read(response)).toEqual({
        code: "too_many_requests",
        type: "too_many_requests",
        message:
          "There were too many requests in a short time: please wait a moment and try again.",
      })
    }

    it("a payment session is asked about so often and no more, from wherever, and no other suffers", async () => {
      const { cart, session } = await shop.startedCart()
      const other = await shop.startedCart()
      for (let n = 0; n < PER_SESSION; n += 1) {
        const response = await shop.store.fetchAs(from(`203.0.113.${n}`), page(session.id))
        expect(response.status).toBe(200)
        await response.text()
      }
      await expectRefused(await shop.store.fetchAs(from("203.0.113.99"), page(session.id)))
      const free = await shop.store.fetchAs(from("203.0.113.99"), page(other.session.id))
      expect(free.status).toBe(200)

      // In the language of the cart where the browser names none of ours.
      await shop.sql("UPDATE cart SET locale = 'uz-UZ' WHERE id = ?", [cart.id])
      const german = { "accept-language": "de", ...from("203.0.113.98") }
      const told = await shop.store.fetchAs(german, page(session.id))
      expect([told.status, told.headers.get("content-language")]).toEqual([429, "uz"])

      // The routes below the session are counted with it.
      const refreshed = await shop.store.post(`${page(session.id)}/refresh`)
      expect(refreshed.status).toBe(429)
    })

    it("an address asks so often and no more, whatever it asks about, and no other suffers", async () => {
      const { session } = await shop.startedCart()
      for (let n = 0; n < PER_ADDRESS; n += 1) {
        const path = page(`payses_unknown_${n}`)
        const response = await shop.store.fetchAs(from("2001:db8:1:2::1"), path)
        expect(response.status).toBe(404)
        await response.text()
      }
      // Another address of the same network, and what looks like the true address in front of it.
      const same = from("198.51.100.1, 2001:db8:1:2::ffff")
      await expectRefused(await shop.store.fetchAs(same, page(session.id)))
      const other = await shop.store.fetchAs(from("2001:db8:1:3::1"), page(session.id))
      expect(other.status).toBe(200)
    })

    it("no raw input reaches the database: odd ids are unknown, odd addresses are counted", async () => {
      const junk = "x".repeat(5_000)
      for (const id of [junk, "%00", "%F0%9F%92%B0", "a%20b", "..%2Fb", "payses'--"]) {
        const response = await shop.store.fetchAs(from(junk), page(id))
        expect({ id, status: response.status, body: await read(response) }).toEqual({
          id,
          status: 404,
          body: {
            code: "unknown_session",
            type: "not_found",
            message: "This payment was not found: start the payment again.",
          },
        })
      }
      const [row, ...others] = await shop.sql("SELECT key, points FROM checkout_uz_rate_limit")
      expect(row?.["key"]).toMatch(/^address:[\w-]{43}$/)
      expect(row?.["points"]).toBe(6)
      expect(others).toEqual([])
    })
  })

  it("nobody waits until a count is safe on the disk: PostgreSQL may forget it", async () => {
    const persistence = "SELECT relname FROM pg_class WHERE relname LIKE 'checkout_uz_%'"
    expect(await shop.sql(`${persistence} AND relkind = 'r' AND relpersistence = 'u'`)).toEqual([
      { relname: "checkout_uz_rate_limit" },
    ])
  })

  it("a collection gets so many new invoices and no more; a live one is handed out again", async () => {
    const cart = await shop.readyCart()
    const numbers = new Set<number | undefined>()
    for (let n = 0; n < INVOICES; n += 1) {
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now()")
      const [session] = await shop.store.startSession(cart.collectionId)
      numbers.add(session?.data.invoice_id)
    }
    expect(numbers.size).toBe(INVOICES)
    const made = await shop.sandbox.calls("create_payment")

    const [again] = await shop.store.startSession(cart.collectionId)
    expect(numbers).toContain(again?.data.invoice_id)
    await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now()")
    expect(await refusedSession(shop, cart.collectionId)).toMatchObject({
      status: 429,
      code: "too_many_attempts",
      log: logged("This payment was started anew too often: try again in a minute."),
    })
    expect(await shop.sandbox.calls("create_payment")).toBe(made)
    const other = await shop.startedCart()
    expect(other.number).toBeGreaterThan(0)

    // INVARIANT: no limit stands between money and its order.
    const [first] = numbers
    await shop.sandbox.pay(first ?? -1)
    await expectSettledOnce(shop, cart)
  })

  it("are counted where a pooler of connections loses what was prepared on them", async () => {
    const warn = jest.fn()
    await withPool(shop, 1, async (sql) => {
      const limits = new RateLimits({ sql, limits: LIMITED.plugin.limits, warn })
      for (let card = 1; card <= 2; card += 1) {
        expect(await limits.cardAttempt("cuinv_pooled")).toEqual({ kind: "allowed" })
        await sql.raw("DISCARD ALL")
      }
    })
    expect(warn).not.toHaveBeenCalled()
    const counted = "SELECT points FROM checkout_uz_rate_limit WHERE key LIKE 'card:%'"
    expect(await shop.sql(counted)).toEqual([{ points: 2 }])
  })
})

async function read(response: Response): Promise<unknown> {
  const body: unknown = await response.json()
  return body
}
