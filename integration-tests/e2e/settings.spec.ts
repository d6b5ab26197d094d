import type { Page } from "playwright-core"
import { hindrances, inTheDark, openAdmin, axeFindings, SCREENS } from "./setup/browser"
import { contrastOf } from "./setup/contrast"
import { keepScreen } from "./setup/pictures"
import { openStore } from "./setup/store"

const PAGE = "/app/settings/checkout-uz"

async function openSettings(page: Page): Promise<void> {
  await page.goto(PAGE)
  await page.getByRole("heading", { name: "Checkout.uz", exact: true }).first().waitFor()
  // The cash desk's card, once the route has answered.
  await page.getByText("/hooks/checkout-uz/main").first().waitFor()
}

async function writeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key)
  await page.getByRole("button", { name: "Test and save" }).click()
}

describe("Settings → Checkout.uz", () => {
  it("refuses a wrong API key with the reason, and leaves the one in force", async () => {
    const { page, problems } = await openAdmin()
    await openSettings(page)
    await page.getByRole("button", { name: "Replace key" }).click()
    await writeKey(page, "not-the-key")
    await page.getByText("Checkout.uz refuses the API key", { exact: false }).waitFor()
    await keepScreen(page, "settings-key-refused")
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click()
    await page.getByText("From the configuration").first().waitFor()
    expect(problems).toEqual([])
  })

  it("takes a key that works, shows its end alone, and tests the connection with it", async () => {
    const { sandbox, state } = openStore()
    const { page, problems } = await openAdmin()
    await openSettings(page)
    await page.getByRole("button", { name: "Replace key" }).click()
    await writeKey(page, `  ${state.sandbox_key}  `)
    await page.getByText("The key works and is saved").waitFor()
    await page.getByText("Choynak Egasi").first().waitFor()
    // What was typed is gone with the drawer.
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const shown = await page.content()
    expect(shown).not.toContain(state.sandbox_key)

    const asked = await sandbox.calls("get_balance")
    await page.getByRole("button", { name: "Test connection" }).click()
    await page.getByText("The connection works").waitFor()
    expect(await sandbox.calls("get_balance")).toBeGreaterThan(asked)
    // What was told covers nothing of the page any more.
    await page.locator("[data-sonner-toast]").first().waitFor({ state: "detached" })
    await keepScreen(page, "settings")
    expect(await axeFindings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it("asks before it changes when orders are placed, and says what will be different", async () => {
    const { page, problems } = await openAdmin()
    await openSettings(page)
    await page.getByRole("radio", { name: /Before the payment/ }).click()
    const asking = page.getByRole("alertdialog")
    await asking.getByText(/From the next cart on/).waitFor()
    await keepScreen(page, "settings-placement")
    expect(await axeFindings(page, "[role=alertdialog]")).toEqual([])
    await asking.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("radio", { name: /After the payment/, checked: true }).waitFor()
    expect(problems).toEqual([])
  })

  it("says in plain words that the whitelist keeps this server out", async () => {
    const { sandbox } = openStore()
    const { page } = await openAdmin()
    await openSettings(page)
    await sandbox.settings({ ip_whitelist: ["203.0.113.7"] })
    try {
      await page.getByRole("button", { name: "Test connection" }).click()
      await page.getByText("does not allow this server's address", { exact: false }).waitFor()
    } finally {
      await sandbox.settings({ ip_whitelist: [] })
    }
  })

  it("shows the note as the customer will read it, keeps it, and goes back", async () => {
    const { page } = await openAdmin()
    await openSettings(page)
    const note = page.getByLabel("Note on the payment page")
    await note.fill("Choynak: {cart_id}")
    await page.getByText(/^Choynak: cart_/).waitFor()
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByText("Saved", { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText("/hooks/checkout-uz/main").first().waitFor()
    expect(await page.getByLabel("Note on the payment page").inputValue()).toBe(
      "Choynak: {cart_id}"
    )
    const back = page.getByRole("button", { name: "Back to the configuration" })
    await back.scrollIntoViewIfNeeded()
    expect(await contrastOf(back)).toBeGreaterThanOrEqual(4.5)
    expect(await inTheDark(page, () => contrastOf(back))).toBeGreaterThanOrEqual(4.5)
    await keepScreen(page, "settings-back")
    await inTheDark(page, () => keepScreen(page, "settings-back-dark"))
    await back.click()
    const asking = page.getByRole("alertdialog")
    await asking.getByText("From now on this is in force: No note.").waitFor()
    expect(await axeFindings(page, "[role=alertdialog]")).toEqual([])
    await asking.getByRole("button", { name: "Cancel" }).click()
    await page.getByText("Set here").first().waitFor()
    await page.getByRole("button", { name: "Back to the configuration" }).click()
    await asking.getByRole("button", { name: "Back to the configuration" }).click()
    await page.locator("main").getByText("No note").waitFor()
  })

  it("asks before what is not saved is lost: in a field, and in the drawer of the key", async () => {
    const { page } = await openAdmin()
    await openSettings(page)
    const note = page.getByLabel("Note on the payment page")
    await note.fill("Choynak")
    const leave = () => page.getByRole("link", { name: "Regions", exact: true }).click()
    const asking = page.getByRole("alertdialog")
    await leave()
    await asking.getByRole("button", { name: "Keep writing" }).click()
    await asking.waitFor({ state: "detached" })
    expect(await note.inputValue()).toBe("Choynak")

    await page.getByRole("button", { name: "Replace key" }).click()
    // An Escape is a tooltip's first, where the pointer has left one open.
    await page.getByLabel("API key").hover()
    await page.getByRole("tooltip").waitFor({ state: "detached" })
    await page.getByLabel("API key").fill("half-a-key")
    await page.keyboard.press("Escape")
    await asking.getByText("Discard your changes?").waitFor()
    await asking.getByRole("button", { name: "Keep writing" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    await asking.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })

    await leave()
    await asking.getByRole("button", { name: "Discard" }).click()
    await page.waitForURL(/\/settings\/regions/)
  })

  it.each([
    ["ru", "API-ключ", "Можно принимать платежи до 50 000 000 сум."],
    ["uz", "API kaliti", "50 000 000 soʻmgacha boʻlgan toʻlovlarni qabul qilish mumkin."],
  ] as const)("speaks %s", async (language, words, largest) => {
    const { page } = await openAdmin({ language })
    await page.goto(PAGE)
    await page.getByText(words, { exact: true }).first().waitFor()
    await page.getByText("/hooks/checkout-uz/main").first().waitFor()
    await keepScreen(page, `settings-${language}`)
    await page.getByText(largest).scrollIntoViewIfNeeded()
    await keepScreen(page, `settings-parts-${language}`)
    await page.locator("[role=radio][aria-checked=false]").first().click()
    await page.getByRole("alertdialog").waitFor()
    await keepScreen(page, `settings-placement-${language}`)
  })

  it("can be switched to Uzbek, which Medusa's admin does not have", async () => {
    const { page } = await openAdmin()
    await openSettings(page)
    await page.getByRole("button", { name: "Language of these screens" }).click()
    await page.getByRole("menuitemradio", { name: "Oʻzbekcha" }).click()
    await page.getByText("API kaliti", { exact: true }).first().waitFor()
    await page.getByRole("button", { name: "Hammasini tekshirish" }).click()
    await page.getByText("Vebxuk manzili", { exact: true }).last().waitFor()
    // What the server alone can say is English, and folded away under each finding's name.
    expect(await page.getByText("Medusa has loaded the plugin.").isVisible()).toBe(false)
    await page.getByText("Tafsilotlar (inglizcha)").first().click()
    await keepScreen(page, "settings-doctor-uz")
  })

  it("offers the language of the notifications, and keeps it", async () => {
    const { page, problems } = await openAdmin()
    await openSettings(page)
    const field = page.getByRole("combobox", { name: "Language of notifications" })
    await field.click()
    await page.getByRole("option", { name: "Русский" }).click()
    await page.getByText("Saved", { exact: true }).first().waitFor()
    await page.reload()
    await field.filter({ hasText: "Русский" }).waitFor()
    expect(problems).toEqual([])
  })

  it("says how large a payment in parts can be, before and after it is saved, and on the way back", async () => {
    const { page, problems } = await openAdmin()
    await openSettings(page)
    const field = page.getByLabel("Parts at most")
    const save = page.getByRole("button", { name: "Save" })
    await page.getByText("Payments up to 50,000,000 UZS can be taken.").waitFor()
    for (const wrong of ["0", "21", "2.5", ""]) {
      await field.fill(wrong)
      await page.getByText("A whole number from 1 to 20.").waitFor()
      expect(await save.isDisabled()).toBe(true)
    }
    await field.fill("1")
    await page.getByText("Payments above 10,000,000 UZS are not taken.").waitFor()
    await field.fill("3")
    await page.getByText("Payments up to 30,000,000 UZS can be taken.").waitFor()
    await save.click()
    await page.getByText("Saved", { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText("Payments up to 30,000,000 UZS can be taken.").waitFor()
    expect(await field.inputValue()).toBe("3")
    await page.getByLabel("Unfinished payments").scrollIntoViewIfNeeded()
    await keepScreen(page, "settings-parts")

    await page.getByRole("button", { name: "Back to the configuration" }).last().click()
    const asking = page.getByRole("alertdialog")
    await asking
      .getByText(
        "From now on this is in force: 5 parts. Payments up to 50,000,000 UZS can be taken."
      )
      .waitFor()
    expect(await axeFindings(page, "[role=alertdialog]")).toEqual([])
    await keepScreen(page, "settings-parts-back")
    await asking.getByRole("button", { name: "Back to the configuration" }).click()
    await page.getByText("Payments up to 50,000,000 UZS can be taken.").waitFor()
    expect(problems).toEqual([])
  })

  it.each(SCREENS)("is readable $named, with its drawer and its dialog", async (screen) => {
    const { page } = await openAdmin(screen)
    const clear = async (part?: string) => {
      expect(await hindrances(page, screen, part)).toEqual([])
    }
    await openSettings(page)
    if (screen.width < 600) await keepScreen(page, "settings-phone")
    else await inTheDark(page, () => keepScreen(page, "settings-dark"))
    await clear()
    await page.getByRole("button", { name: "Replace key" }).click()
    await page.getByLabel("API key").waitFor()
    await clear("[role=dialog]")
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("radio", { name: /Before the payment/ }).click()
    await page.getByText(/From the next cart on/).waitFor()
    await clear("[role=alertdialog]")
  })
})
