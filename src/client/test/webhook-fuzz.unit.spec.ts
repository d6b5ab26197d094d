import fc from "fast-check"
import { parseWebhook } from ".."
import { anyBodyBytes } from "./webhook-mutations"

const BODIES = 100_000
const SEED = Number(process.env.FUZZ_SEED ?? 61001)

/** The JSON parsing in front of the parser, as the webhook address does it. */
function parseBytes(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"))
    return { value }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

describe("a hundred thousand mutated webhooks", () => {
  it(`never throw, are never anything but one of three kinds, and name nothing but a number (seed ${SEED})`, () => {
    const seen = { not_json: 0, payment_confirmed: 0, other_event: 0, unreadable: 0 }
    fc.assert(
      fc.property(anyBodyBytes, (bytes) => {
        const json = parseBytes(bytes)
        if (!json) {
          seen.not_json += 1
          return true
        }
        const parsed = parseWebhook(json.value)
        seen[parsed.kind] += 1
        switch (parsed.kind) {
          case "payment_confirmed":
            return Number.isSafeInteger(parsed.webhook.number) && parsed.webhook.number > 0
          case "other_event":
            return typeof parsed.event === "string" && parsed.event !== ""
          case "unreadable":
            return parsed.reason !== ""
          default:
            return false
        }
      }),
      // On failure fast-check prints the seed, the path and the smallest failing body.
      { numRuns: BODIES, seed: SEED }
    )
    // A generator that only makes rubbish would prove nothing.
    expect(Object.values(seen).reduce((sum, count) => sum + count)).toBe(BODIES)
    for (const [kind, count] of Object.entries(seen)) {
      expect({ kind, enough: count > BODIES / 100 }).toEqual({ kind, enough: true })
    }
    expect(Object.prototype).not.toHaveProperty("data")
    expect(Object.prototype).not.toHaveProperty("polluted")
  }, 60_000)
})
