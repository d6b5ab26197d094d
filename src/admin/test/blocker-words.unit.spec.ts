import { BLOCKER_REASONS } from "../../modules/checkout-uz/invoices/states"
import resources from "../i18n"
import { adviceFor, factsBehind } from "../lib/blocker-words"
import { LANGUAGES, type Language } from "../lib/language"
import type { Words } from "../lib/words"

/** The words as the screens have them, filled in. */
function wordsOf(language: Language): Words {
  return ((path: string, values: Record<string, string> = {}) => {
    let text: unknown = resources[language].checkoutUz
    for (const name of path.split(".")) text = (text as Record<string, unknown>)[name]
    return String(text).replaceAll(/{{(\w+)}}/g, (whole, name: string) => values[name] ?? whole)
  }) as Words
}

const UNKNOWN = {
  asked: null,
  open: null,
  paid_elsewhere: null,
  arrived: null,
  parts_paid: null,
  parts_planned: null,
  promised: null,
  lacks: null,
  sold_out: null,
}
const PAID = { amount: 65_000 }
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ")
const inEnglish = (blocker: Parameters<typeof factsBehind>[2], money: typeof PAID = PAID) =>
  plain(factsBehind(wordsOf("en"), "en", blocker, money))

describe("what is in the way of paid money", () => {
  it("is said with the cart's total and what was paid", () => {
    const blocker = { ...UNKNOWN, reason: "cart_changed" as const, asked: 85_000, open: 85_000 }
    expect(inEnglish(blocker)).toBe("The cart now comes to 85,000 UZS, but 65,000 UZS was paid.")
  })

  it("is said with what came by another payment, and what is only promised is never called paid", () => {
    const owed = { ...UNKNOWN, reason: "nothing_owed" as const, asked: 65_000, open: 0 }
    expect(inEnglish({ ...owed, paid_elsewhere: 45_000, promised: 0 })).toBe(
      "The order is already paid: 45,000 UZS came by another payment."
    )
    expect(inEnglish({ ...owed, paid_elsewhere: 0, promised: 65_000 })).toBe(
      "Another payment of 65,000 UZS is expected for this order, such as cash on delivery."
    )
    expect(inEnglish({ ...owed, paid_elsewhere: 45_000, promised: 20_000 })).toBe(
      "0 UZS is still due on the order: 45,000 UZS came by another payment, and 20,000 UZS more is expected, such as cash on delivery."
    )
    expect(inEnglish({ ...owed, open: 25_000, paid_elsewhere: 0, promised: 0 })).toBe(
      "25,000 UZS is still due on the order, but 65,000 UZS was paid."
    )
  })

  it("is said with both amounts where another one was paid", () => {
    const blocker = { ...UNKNOWN, reason: "amount_mismatch" as const }
    const sentence = factsBehind(wordsOf("en"), "en", blocker, { amount: 65_000, paid_amount: 1 })
    expect(plain(sentence)).toBe("1 UZS was paid, but the invoice is for 65,000 UZS.")
  })

  it("is said with what the cart lacks, and what is sold out by its name", () => {
    const blocker = { ...UNKNOWN, reason: "not_completable" as const }
    const soldOut = { ...blocker, lacks: "stock" as const, sold_out: "Koʻk choy № 95" }
    expect(inEnglish(soldOut)).toBe("Out of stock: Koʻk choy № 95.")
    expect(inEnglish({ ...blocker, lacks: "shipping" })).toBe("No delivery is chosen in the cart.")
  })

  it("is said with what has come of a payment in parts, and what is missing", () => {
    const facts = {
      asked: 12_345_678,
      arrived: 6_172_839,
      open: 6_172_839,
      parts_paid: 1,
      parts_planned: 2,
    }
    const blocker = { ...UNKNOWN, reason: "part_paid" as const, ...facts }
    expect(inEnglish(blocker)).toBe(
      "Of 12,345,678 UZS, 6,172,839 UZS came in 1 of 2 parts; 6,172,839 UZS is missing."
    )
    expect(plain(factsBehind(wordsOf("ru"), "ru", blocker, PAID))).toBe(
      "Из 12 345 678 сум поступило 6 172 839 сум (частей: 1 из 2), не хватает 6 172 839 сум."
    )
    expect(plain(factsBehind(wordsOf("uz"), "uz", blocker, PAID))).toBe(
      "Jami 12 345 678 soʻm: 2 qismdan 1 tasida 6 172 839 soʻm keldi, 6 172 839 soʻm yetishmayapti."
    )
  })

  it.each(BLOCKER_REASONS)("is said without numbers where there are none: %s", (reason) => {
    expect(inEnglish({ ...UNKNOWN, reason })).toBeUndefined()
  })

  it("is answered with the other payment where that is only promised", () => {
    const owed = { reason: "nothing_owed" as const, promised: 65_000 }
    const t = ((path: string) => path) as Words
    expect(adviceFor(t, { ...owed, paid_elsewhere: 0 })).toBe(
      "payments.advice.nothing_owed_promised"
    )
    expect(adviceFor(t, { ...owed, paid_elsewhere: 45_000 })).toBe("payments.advice.nothing_owed")
  })

  it.each(LANGUAGES)("leaves nothing unfilled in %s", (language) => {
    const t = wordsOf(language)
    const numbers = [0, 20_000, null]
    for (const reason of BLOCKER_REASONS) {
      for (const elsewhere of numbers) {
        for (const promised of numbers) {
          const facts = {
            ...UNKNOWN,
            asked: 85_000,
            open: 0,
            arrived: 45_000,
            parts_paid: 1,
            parts_planned: 2,
            paid_elsewhere: elsewhere,
            promised,
            lacks: "stock" as const,
            sold_out: "Choy",
          }
          const money = { amount: 65_000, paid_amount: 1_000 }
          const said = [
            factsBehind(t, language, { reason, ...facts }, money) ?? "",
            adviceFor(t, { reason, ...facts }),
          ]
          expect(said.join(" ")).not.toMatch(/[{}]|undefined|null/)
        }
      }
    }
  })
})
