import { setTimeout as delay } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { RateLimits } from "../../src/modules/checkout-uz/rate-limits"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { breakDatabase } from "../setup/faults"
import { CALLS, LIMITED } from "../setup/limits"
import { describeShop, eventually, PROVIDER_ID } from "../setup/shop"
import { announcement, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

const LONG_USED_UP = "UPDATE checkout_uz_rate_limit SET points = 1000 WHERE key LIKE 'webhook:%'"
const COUNTED = "SELECT points FROM checkout_uz_rate_limit WHERE key LIKE 'webhook:%'"

describeShop("limits", LIMITED, (shop) => {
  const bare = (desk: string) => `/hooks/checkout-uz/${desk}`
  const asked = (number: number) => shop.sandbox.calls("status_payment", number)

  /** A cart with an invoice of the desk. */
  async function started(desk: string) {
    const cart = await shop.readyCart()
    const provider = desk === "main" ? PROVIDER_ID : `pp_checkout-uz_${desk}`
    const [session] = await shop.store.startSession(cart.collectionId, provider)
    const number = session?.data.invoice_id
    if (!session || number === undefined) throw new Error("No payment session was started.")
    const body = announcement(number, cart.total)
    return { cart, session, number, body, own: await ownAddress(shop, number) }
  }

  /** From now on every webhook without a token is limited, as if many had come before. */
  async function useUpCalls(desk: string): Promise<void> {
    const { number, body } = await started(desk)
    expect(await postHook(shop, bare(desk), body)).toBe(200)
    await eventually(
      () => asked(number),
      (calls) => calls > 0
    )
    await shop.sql(LONG_USED_UP)
  }

  async function isNext(number: number): Promise<boolean> {
    const [row] = await shop.sql(
      "SELECT next_check_at <= now() AS is_next FROM checkout_uz_invoice WHERE number = ?",
      [String(number)]
    )
    return z.object({ is_next: z.boolean() }).parse(row).is_next
  }

  describe("on calls out that webhooks without a token cause", () => {
    it("one that is limited answers 200, calls nobody and puts its invoice at the head of the queue", async () => {
      await useUpCalls("arrives")
      for (const address of [bare("arrives"), `${bare("arrives")}/wrong-token`]) {
        const { cart, number, body, own } = await started("arrives")
        await shop.sandbox.pay(number, "drop")
        expect(await isNext(number)).toBe(false)
        expect(await postHook(shop, address, body)).toBe(200)
        await eventually(
          () => isNext(number),
          (next) => next
        )
        expect(await asked(number)).toBe(0)
        await expectNothingCaptured(shop, cart)

        // INVARIANT: a webhook with the invoice's token is never limited.
        expect(await postHook(shop, own, body)).toBe(200)
        await expectSettledOnce(shop, cart)
      }
    })

    it("cart.complete and the return page know no such limit", async () => {
      await useUpCalls("completes")
      const completed = await started("completes")
      await shop.sandbox.pay(completed.number, "drop")
      const answer = await shop.store.post(`/store/carts/${completed.cart.id}/complete`)
      expect(answer.body).toMatchObject({ type: "order" })
      await expectSettledOnce(shop, completed.cart)

      const returned = await started("completes")
      await shop.sandbox.pay(returned.number, "drop")
      await shop.store.get(`/store/checkout-uz/payment-sessions/${returned.session.id}`)
      await expectSettledOnce(shop, returned.cart)
    })

    it("one with the token that comes while one without it pauses is not lost to the limit", async () => {
      const { cart, number, body, own } = await started("joins-a-pause")
      expect(await postHook(shop, bare("joins-a-pause"), body)).toBe(200)
      await eventually(
        () => asked(number),
        (calls) => calls === 1
      )
      await shop.sql(LONG_USED_UP)
      await shop.sandbox.pay(number, "drop")
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      expect(await asked(number)).toBe(2)
    })

    it("nor while one without it waits for the limit's answer", async () => {
      await useUpCalls("joins-a-question")
      const { cart, number, body, own } = await started("joins-a-question")
      await shop.sandbox.pay(number, "drop")
      const heal = await breakDatabase(shop, {
        table: "checkout_uz_rate_limit",
        on: "INSERT",
        seconds: 2,
        fails: false,
      })
      expect(await postHook(shop, bare("joins-a-question"), body)).toBe(200)
      await delay(700)
      expect(await asked(number)).toBe(0)
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      await heal()
    })

    it("nor while one without it is asking the service", async () => {
      const { cart, number, body, own } = await started("joins-a-call")
      // Answered at once and sent two seconds later: the answer is older than the money.
      await shop.sandbox.fault("status_payment", "slow", 1, 2_000)
      expect(await postHook(shop, bare("joins-a-call"), body)).toBe(200)
      await eventually(
        () => asked(number),
        (calls) => calls === 1
      )
      await shop.sql(LONG_USED_UP)
      await shop.sandbox.pay(number, "drop")
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      await shop.sandbox.clearFaults()
    })

    it("nor after the last attempt of one without it began", async () => {
      const { cart, number, body, own } = await started("stays")
      expect(await postHook(shop, bare("stays"), body)).toBe(200)
      await eventually(
        () => asked(number),
        (calls) => calls === 3
      )
      await shop.sandbox.fault("status_payment", "slow", 1, 2_000)
      await eventually(
        () => asked(number),
        (calls) => calls === 4
      )
      await shop.sandbox.pay(number, "drop")
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      await shop.sandbox.clearFaults()
    })

    it("one without the token does not hasten attempts that are not limited", async () => {
      const { number, body, own } = await started("main")
      const begunAt = Date.now()
      const seconds = () => (Date.now() - begunAt) / 1_000
      expect(await postHook(shop, own, body)).toBe(200)
      while (seconds() < 5) {
        expect(await postHook(shop, bare("main"), body)).toBe(200)
        await delay(100)
      }
      const calls = await asked(number)
      // At once, after two seconds, and only then after four more, and after eight.
      const planned = [0, 2, 6, 14].filter((after) => after <= seconds()).length
      expect(calls).toBeGreaterThan(0)
      expect(calls).toBeLessThanOrEqual(planned)
      expect(await shop.sql(COUNTED)).toEqual([])
    })

    it("what is settled already takes nothing from the limit, and Medusa's own address does", async () => {
      const { cart, number, body, own } = await started("main")
      await shop.sandbox.pay(number, "drop")
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      for (let n = 0; n < 3 * CALLS; n += 1) {
        expect(await postHook(shop, bare("main"), body)).toBe(200)
        expect(await postHook(shop, CORE_ADDRESS, body)).toBe(200)
      }
      await delay(6_000)
      expect(await shop.sql(COUNTED)).toEqual([])

      const open = await started("main")
      expect(await postHook(shop, CORE_ADDRESS, open.body)).toBe(200)
      await eventually(
        () => asked(open.number),
        (calls) => calls === 1
      )
      expect(await shop.sql(COUNTED)).toEqual([{ points: 1 }])
    })
  })

  it("where limits cannot be counted, a webhook without the token is refused and nothing else is", async () => {
    await shop.sql("ALTER TABLE checkout_uz_rate_limit RENAME TO elsewhere")
    const { cart, session, number, body, own } = await started("broken")
    await shop.sandbox.pay(number, "drop")
    expect(await postHook(shop, bare("broken"), body)).toBe(200)
    await eventually(
      () => isNext(number),
      (next) => next
    )
    expect(await asked(number)).toBe(0)
    expect(await postHook(shop, own, body)).toBe(200)
    await expectSettledOnce(shop, cart)
    const answer = await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    expect(answer.status).toBe(200)
    await shop.sql("ALTER TABLE elsewhere RENAME TO checkout_uz_rate_limit")
  })

  it("all servers of a store count together", async () => {
    const sql = shop.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    const warnings: string[] = []
    const servers = Array.from(
      { length: 3 },
      () =>
        new RateLimits({
          sql,
          limits: LIMITED.plugin.limits,
          warn: (message) => warnings.push(message),
        })
    )
    const desk = { serviceUrl: "https://checkout.uz/api/v1", cashDesk: "main" }
    const ask = (rounds: number, cashDesk: string) =>
      Promise.all(
        servers.flatMap((limits) =>
          Array.from({ length: rounds }, () => limits.webhookCall({ ...desk, cashDesk }))
        )
      )
    const permits = await ask(20, "main")
    expect(permits.filter(({ kind }) => kind === "allowed")).toHaveLength(CALLS)
    const again = await ask(1, "main")
    expect(again.map(({ kind }) => kind)).toEqual(["limited", "limited", "limited"])
    const others = await ask(1, "other")
    expect(others.map(({ kind }) => kind)).toEqual(["allowed", "allowed", "allowed"])

    await shop.sql("UPDATE checkout_uz_rate_limit SET expire = 0")
    const fresh = new RateLimits({
      sql,
      limits: LIMITED.plugin.limits,
      warn: (message) => warnings.push(message),
    })
    expect(await fresh.webhookCall(desk)).toEqual({ kind: "allowed" })
    expect(warnings).toEqual([])
  })
})
