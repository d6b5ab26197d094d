import fc from "fast-check"
import { z } from "zod"
import { anyBodyBytes } from "../../src/client/test/webhook-mutations"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { describeShop, eventually } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress } from "../setup/webhooks"

const BODIES = 2_000
const SEED = Number(process.env.FUZZ_SEED ?? 61_001)
const ABREAST = 8
const KILOBYTE = 1024
const CALLS = 20

const plugin = { limits: { webhookCallsPerMinute: CALLS } }

/** The same bytes with another invoice's number for the documentation's. */
function naming(number: number, bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1")
  return Buffer.from(text.replaceAll("61001", String(number)), "latin1")
}

const answerSchema = z.strictObject({ type: z.string(), message: z.string() })

describeShop("bodies no service would send", { plugin }, (shop) => {
  /** Posts bytes as they are; the answer's body is looked at where it is a refusal. */
  async function post(
    path: string,
    bytes: Uint8Array | string,
    headers: Record<string, string> = { "content-type": "application/json" }
  ): Promise<number> {
    const response = await fetch(`${shop.baseUrl}${path}`, {
      method: "POST",
      headers,
      body: typeof bytes === "string" ? new TextEncoder().encode(bytes) : new Uint8Array(bytes),
    })
    const text = await response.text()
    if (response.status !== 200) {
      // One sentence for whoever reads it, and no stack.
      const { message } = answerSchema.parse(JSON.parse(text))
      expect(message).not.toMatch(/\n|\bat .*\.[jt]s|node_modules/)
    }
    return response.status
  }

  async function countOf(table: string): Promise<number> {
    const [row] = await shop.sql(`SELECT count(*)::int AS count FROM ${table}`)
    return z.object({ count: z.number() }).parse(row).count
  }

  it(`two thousand mutated webhooks settle nothing and are answered 200, 400 or 413 (seed ${SEED})`, async () => {
    const named = await shop.startedCart()
    const other = await shop.startedCart()
    const addresses = [
      BARE_ADDRESS,
      await ownAddress(shop, named.number),
      await ownAddress(shop, other.number),
      "/hooks/checkout-uz/%00",
      `${BARE_ADDRESS}/${"x".repeat(2_000)}`,
    ]
    // Where they name an invoice, it is an open one of this shop.
    const bodies = fc
      .sample(anyBodyBytes, { numRuns: BODIES, seed: SEED })
      .map((bytes) => naming(named.number, bytes))
    const answers = new Map<number, number>()
    const queue = [...bodies.entries()]
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [n, bytes] = next
        // Most to the two addresses that concern the invoice they name.
        const path = addresses[n % 10 < 4 ? 0 : n % 10 < 7 ? 1 : 2 + (n % 3)] ?? BARE_ADDRESS
        const status = await post(path, bytes)
        if (![200, 400, 413].includes(status)) {
          throw new Error(
            `${path} answered ${status} to ${Buffer.from(bytes).toString("base64")} (seed ${SEED}, body ${n})`
          )
        }
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const startedAt = Date.now()
    await Promise.all(Array.from({ length: ABREAST }, worker))
    const seconds = (Date.now() - startedAt) / 1000

    const calls = await shop.sandbox.calls("status_payment")
    process.stdout.write(
      `  ${BODIES} bodies in ${seconds.toFixed(1)} s, answers ${JSON.stringify([...answers])}, ${calls} calls\n`
    )
    // Enough of them were JSON, and named the invoice, for this to prove something.
    expect(answers.get(200)).toBeGreaterThan(BODIES / 4)
    expect(answers.get(400)).toBeGreaterThan(BODIES / 20)
    expect(await countOf("checkout_uz_webhook_delivery")).toBeGreaterThanOrEqual(40)
    expect(calls).toBeGreaterThan(0)
    // One invoice is asked about every two seconds at most, whoever announces it.
    expect(calls).toBeLessThanOrEqual(2 * (2 + seconds / 2))
    for (const table of ['"order"', "payment", "capture"]) expect(await countOf(table)).toBe(0)
    expect(await shop.sql("SELECT DISTINCT state FROM checkout_uz_invoice")).toEqual([
      { state: "pending" },
    ])
    expect(Object.prototype).not.toHaveProperty("polluted")
    expect(Object.prototype).not.toHaveProperty("order_id")

    // The server still stands, and a true payment is settled.
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
  }, 300_000)

  it("over 64 KB is 413 with one sentence, on every address, and up to there it is read", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    const text = JSON.stringify(announcement(number, cart.total))
    const own = await ownAddress(shop, number)
    for (const path of [BARE_ADDRESS, own, CORE_ADDRESS]) {
      for (const size of [64 * KILOBYTE + 1, 99 * KILOBYTE, 101 * KILOBYTE, 5_000 * KILOBYTE]) {
        const status = await post(path, text.padEnd(size))
        expect({ path, size, status }).toEqual({ path, size, status: 413 })
      }
    }
    await expectNothingCaptured(shop, cart)
    expect(await countOf("checkout_uz_webhook_delivery")).toBe(0)
    // Other providers' webhooks on Medusa's own address are none of our business.
    const elsewhere = await post("/hooks/payment/system_default", "{}".padEnd(70 * KILOBYTE))
    expect(elsewhere).toBe(200)
    expect(await post(CORE_ADDRESS, text.padEnd(64 * KILOBYTE))).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("headers that promise something else do no harm", async () => {
    const { cart, number } = await shop.startedCart()
    const text = JSON.stringify(announcement(number, cart.total))
    for (const path of [BARE_ADDRESS, await ownAddress(shop, number)]) {
      for (const encoding of ["gzip", "br", "deflate", "nonsense", "gzip, gzip", "\u00ff"]) {
        const status = await post(path, text, { "content-encoding": encoding })
        expect({ path, encoding, status }).toEqual({ path, encoding, status: 400 })
      }
    }
    await expectNothingCaptured(shop, cart)
  })

  it("odd text on Medusa's own address does no harm: it settles, and the server stands", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000)
    const oddities = [
      '"payment_system":"cl\\u0000ick"',
      '"payment_system":"\\ud800","note":"\\udfff"',
      `"note":${deep}`,
      `"note":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`,
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}',
    ]
    for (const odd of oddities) {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const body = `{"event":"payment_confirmed",${odd},"data":{"order_id":"${number}",${odd}}}`
      expect(body.length).toBeLessThan(128 * KILOBYTE)
      const fits = body.length <= 64 * KILOBYTE
      expect({ odd: odd.slice(0, 40), status: await post(CORE_ADDRESS, body) }).toEqual({
        odd: odd.slice(0, 40),
        status: fits ? 200 : 413,
      })
      if (fits) await expectSettledOnce(shop, cart)
      else await expectNothingCaptured(shop, cart)
    }
    for (const broken of ["", "paid", "{", deep.slice(1), "\u0000", `{"data":{"order_id":1}`]) {
      expect([200, 400]).toContain(await post(CORE_ADDRESS, broken))
    }
    expect(Object.prototype).not.toHaveProperty("polluted")
    await eventually(
      () => fetch(`${shop.baseUrl}/health`),
      ({ status }) => status === 200
    )
  })
})
