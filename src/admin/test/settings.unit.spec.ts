import type { ProblemCode } from "../../contract"
import { nameOfPaymentSystem } from "../../contract"
import { asTheCustomerReads } from "../routes/settings/checkout-uz/description-preview"
import { largestPayment } from "../routes/settings/checkout-uz/largest-payment"
import { keyStanding } from "../routes/settings/checkout-uz/key-standing"
import { mostlyUnnotified } from "../../contract"
import resources from "../i18n"
import { LANGUAGES } from "../lib/language"

describe("the webhook address is called wrong", () => {
  it.each([
    [{ paid_count: 4, unnotified_count: 2 }, true],
    [{ paid_count: 2, unnotified_count: 2 }, true],
    [{ paid_count: 1, unnotified_count: 1 }, false],
    [{ paid_count: 5, unnotified_count: 2 }, false],
    [{ paid_count: 0, unnotified_count: 0 }, false],
  ])("only where it is no chance: %j", (counts, wrong) => {
    expect(mostlyUnnotified(counts)).toBe(wrong)
  })
})

describe("an API key", () => {
  const well = { last_problem: null, refused_since: null }
  const having = (code: ProblemCode) => ({ ...well, last_problem: { code, message: "" } })

  it("is set where nothing is wrong with it", () => {
    expect(keyStanding({ key: { source: "admin" }, health: well })).toBe("is_set")
    const slow = having("service_unreachable")
    expect(keyStanding({ key: { source: "configuration" }, health: slow })).toBe("is_set")
  })

  it.each(["no_encryption_key", "no_key"] as const)("cannot be used with %s", (code) => {
    expect(keyStanding({ key: { source: "admin" }, health: having(code) })).toBe("cannot_be_used")
  })

  it("is missing where there is none, and refused where the service says no", () => {
    expect(keyStanding({ key: { source: "none" }, health: having("no_key") })).toBe("missing")
    const health = { ...having("key_refused"), refused_since: "2026-01-01T00:00:00.000Z" }
    expect(keyStanding({ key: { source: "admin" }, health })).toBe("refused")
  })
})

describe("the note on the payment page", () => {
  it("is shown as the customer reads it, every placeholder filled", () => {
    const read = asTheCustomerReads(" {cart_id}, {session_id}, {cart_id} ")
    expect(read).toMatch(/^(cart_\w+), payses_\w+, \1$/)
  })

  it("is empty where nothing was written", () => {
    expect(asTheCustomerReads("  ")).toBe("")
  })
})

describe("payments above the service's limit", () => {
  it.each([
    [1, "en", "10,000,000\u00a0UZS"],
    [5, "en", "50,000,000\u00a0UZS"],
    [5, "ru", "50\u00a0000\u00a0000\u00a0сум"],
    [20, "uz", "200\u00a0000\u00a0000\u00a0soʻm"],
  ] as const)("in %d parts are up to so much, in %s", (parts, language, amount) => {
    expect(largestPayment(parts, language)).toBe(amount)
  })

  it.each(LANGUAGES)("have a word for every number that can be chosen, in %s", (language) => {
    const words = Object.keys(resources[language].checkoutUz.settings.parts)
    const plural = new Intl.PluralRules(language)
    for (let count = 1; count <= 720; count += 1) {
      const form = plural.select(count)
      expect(words).toEqual(expect.arrayContaining([`parts_${form}`, `hours_${form}`]))
    }
  })
})

describe("a payment system's name", () => {
  it("is its own where it is known, else the service's, else the key", () => {
    expect(nameOfPaymentSystem("uzum", "UZUM")).toBe("Uzum Bank")
    expect(nameOfPaymentSystem("new_one", "New One")).toBe("New One")
    expect(nameOfPaymentSystem("new_one")).toBe("New_one")
  })
})
