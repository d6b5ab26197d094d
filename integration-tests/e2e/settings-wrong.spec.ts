import type { Page } from "playwright-core"
import { cashDesksAnswerSchema } from "../../src/contract"
import { hindrances, openAdmin } from "./setup/browser"
import { keepScreen } from "./setup/pictures"

const DESKS = "**/admin/checkout-uz/cash-desks"
const WORDS = {
  en: {
    lost: "The store's encryption key is missing",
    never: "Until then an API key can only come from the configuration",
    unchecked: "Payments not checked since",
    checked: "Last payment check",
  },
  ru: {
    lost: "Не хватает ключа шифрования магазина",
    never: "До тех пор API-ключ можно задать только в конфигурации",
    unchecked: "Оплаты не проверяются с",
    checked: "Последняя проверка оплат",
  },
  uz: {
    lost: "Doʻkonning shifrlash kaliti yetishmayapti",
    never: "Ungacha API kalitini faqat konfiguratsiyada berish mumkin",
    unchecked: "Toʻlovlar tekshirilmay qolgan vaqt",
    checked: "Toʻlovlar oxirgi tekshirilgan vaqt",
  },
} as const
const LOOKS = (["en", "ru", "uz"] as const).flatMap((language) =>
  [1280, 390].map((width) => ({ language, width }))
)

/** The server answers as one would that has lost the encryption key of a stored API key, or never had one. */
async function withoutEncryptionKey(page: Page, source: "admin" | "none"): Promise<void> {
  const code = source === "admin" ? "no_encryption_key" : "no_key"
  await page.route(DESKS, async (route) => {
    const real = cashDesksAnswerSchema.parse(await (await route.fetch()).json())
    const cash_desks = real.cash_desks.map((desk) => ({
      ...desk,
      key: { ...desk.key, source, last_four: source === "admin" ? "1234" : null },
      health: {
        ...desk.health,
        refused_since: "2026-11-28T09:05:00.000Z",
        last_problem: { code, message: "What the server knows of it." },
      },
    }))
    await route.fulfill({ json: { ...real, can_encrypt: false, cash_desks } })
  })
}

describe("Settings → Checkout.uz, without an encryption key", () => {
  it.each(LOOKS)("says to put the lost one back, in $language at $width px", async (look) => {
    const words = WORDS[look.language]
    const { page, problems } = await openAdmin(look)
    await withoutEncryptionKey(page, "admin")
    await page.goto("/app/settings/checkout-uz")
    await page.getByRole("heading", { name: words.lost }).waitFor()
    expect(await page.getByText(words.never).count()).toBe(0)
    await page.getByText(words.unchecked).waitFor()
    await page.getByText("28.11.2026 14:05").first().waitFor()
    // An attempt that looked at nothing is no check.
    expect(await page.getByText(words.checked).count()).toBe(0)
    await keepScreen(page, `settings-lost-${look.language}-${look.width}`)
    expect(await hindrances(page, look)).toEqual([])
    expect(problems).toEqual([])
  })

  it("says how to make the first one where no API key was ever stored", async () => {
    const { page } = await openAdmin()
    await withoutEncryptionKey(page, "none")
    await page.goto("/app/settings/checkout-uz")
    await page.getByText(WORDS.en.never).waitFor()
    expect(await page.getByText(WORDS.en.lost).count()).toBe(0)
  })
})
