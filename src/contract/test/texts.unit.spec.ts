import { completePayoutBodySchema, resolveBodySchema } from "../attention"
import { invoicesQuerySchema } from "../invoices"
import { settingsBodySchema } from "../settings"

const LETTER_OF_TWO_UNITS = "😀"
const HALF_A_LETTER = "\ud83d"

const problemWith = (schema: typeof completePayoutBodySchema, body: unknown) =>
  schema.safeParse(body).error?.issues.map(({ message }) => message)

describe("a text that people wrote", () => {
  it("has as many characters as people count", () => {
    const longest = LETTER_OF_TWO_UNITS.repeat(1000)
    expect(completePayoutBodySchema.parse({ note: ` ${longest} ` })).toEqual({ note: longest })
    expect(problemWith(completePayoutBodySchema, { note: `${longest}x` })).toEqual([
      "may have at most 1000 characters",
    ])
    expect(settingsBodySchema.safeParse({ description: "ў".repeat(201) }).success).toBe(false)
  })

  it.each([
    ["a NUL", "a\u0000b"],
    ["half a letter", `a${HALF_A_LETTER}b`],
  ])("is refused with one sentence where it has %s", (_, text) => {
    expect(problemWith(completePayoutBodySchema, { note: text })).toEqual(["must be plain text"])
    expect(settingsBodySchema.safeParse({ description: text }).success).toBe(false)
    for (const name of ["q", "cash_desk", "payment_system", "order_id"]) {
      expect([name, invoicesQuerySchema.safeParse({ [name]: text }).success]).toEqual([name, false])
    }
  })
})

describe("what is decided about held money", () => {
  it.each(["retry", "mark_returned"])("needs no note: %s", (action) => {
    expect(resolveBodySchema.parse({ action })).toEqual({ action })
    expect(resolveBodySchema.parse({ action, note: "by phone" })).toMatchObject({
      note: "by phone",
    })
    expect(resolveBodySchema.safeParse({ action, note: "  " }).success).toBe(false)
  })

  it("is one of the two, and nothing beside it", () => {
    expect(resolveBodySchema.safeParse({ action: "settle" }).success).toBe(false)
    expect(resolveBodySchema.safeParse({ action: "retry", amount: 1 }).success).toBe(false)
  })
})
