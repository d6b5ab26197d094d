import type { Page } from "playwright-core"
import { customer } from "../../scripts/demo/customer"
import { closeBrowser, keepScreen, openShop, scrollsSideways } from "./setup/browser"
import { focused, tabTo } from "./setup/keyboard"
import {
  atPayment,
  CARD,
  cartToDeliver,
  cartToPay,
  goToClick,
  orderIsShown,
  ordersOf,
  payButton,
  payPageButton,
  sessionOfPaymentPage,
  WORDS,
} from "./setup/shopping"
import { openStore } from "./setup/store"

const PHONE = 390

describe("the shop, where things go wrong around it", () => {
  afterAll(closeBrowser)
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })

  it("is restored from the browser's cache with live buttons, and makes one order", async () => {
    const words = WORDS.en
    const { page, cartId } = await atPayment({ width: PHONE, keepsPages: true })
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      addEventListener("pagehide", () => {
        dataset["left"] = document.querySelector(".checkout .spinner") ? "busy" : "idle"
      })
      addEventListener("pageshow", ({ persisted }) => {
        dataset["shown"] = persisted ? "restored" : "loaded"
      })
    })
    await goToClick(page, words)
    await backToCheckout(page)
    // The very page that was left, with its button turning.
    const root = page.locator("html")
    expect(await root.getAttribute("data-left")).toBe("busy")
    expect(await root.getAttribute("data-shown")).toBe("restored")
    await payButton(page, words).waitFor()
    expect(await page.locator(".checkout .spinner").count()).toBe(0)

    await goToClick(page, words)
    await payPageButton(page).click()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("leads to the page of each payment system that is offered, and back", async () => {
    const words = WORDS.ru
    const { page, problems } = await atPayment({ language: "ru", width: PHONE })
    const systems = page.locator(".systems").getByRole("radio")
    const count = await systems.count()
    expect(count).toBeGreaterThan(3)
    const pages = new Set<string>()
    for (let at = 0; at < count; at += 1) {
      await systems.nth(at).check()
      await payButton(page, words).click()
      await page.waitForURL(/\/pay\/[^/]+\/\w+$/)
      await payPageButton(page).waitFor()
      pages.add(page.url())
      while (!page.url().endsWith("/checkout")) await page.goBack()
      await payButton(page, words).waitFor()
    }
    expect(pages.size).toBe(count)
    // The service's own card page too, beside the card form of the shop.
    expect([...pages].filter((url) => url.endsWith("/card"))).toHaveLength(1)
    // One invoice, with a page for each of them.
    expect(new Set([...pages].map((url) => /pay\/([^/]+)/.exec(url)?.[1])).size).toBe(1)
    expect(problems).toEqual([])
  })

  it("two tabs that pay for one cart end on its one order", async () => {
    const words = WORDS.ru
    const { page: first, cartId } = await atPayment({ language: "ru", width: PHONE })
    const second = await first.context().newPage()
    await second.goto("/checkout")
    const third = await first.context().newPage()
    await third.goto("/checkout")
    await payButton(third, words).waitFor()
    await goToClick(first, words)
    await goToClick(second, words)

    await payPageButton(first).click()
    const order = await orderIsShown(first, words)
    // The second tab's payment page hears of it, and leads back by itself.
    expect(await orderIsShown(second, words)).toBe(order)
    // The third tab has not left the shop: its button knows by now.
    await payButton(third, words).click()
    expect(await orderIsShown(third, words)).toBe(order)
    await keepScreen(third, "shop-two-tabs-phone-ru")
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("can be paid with the keyboard alone, and the focus is never lost", async () => {
    const words = WORDS.uz
    const cartId = await cartToDeliver()
    const { page } = await openShop({ language: "uz", width: PHONE }, cartId)
    await page.goto("/checkout")
    const courier = page.getByRole("radio", { name: words["kuryer-toshkent"] })
    await courier.waitFor()
    await tabTo(page, courier)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    expect(await courier.isChecked()).toBe(true)
    await page.keyboard.press("Enter")
    await payButton(page, words).waitFor()
    expect(await focused(page)).toContain(words.payment)

    await tabTo(page, page.getByRole("radio", { name: words.cardHere }))
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await tabTo(page, payButton(page, words))
    await keepScreen(page, "shop-keyboard-phone-uz")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/card\?session=/)
    await page.getByLabel(words.cardNumber).waitFor()
    expect(await focused(page)).toBe("INPUT cardnumber")
    await page.keyboard.type(CARD.number)
    await page.keyboard.press("Tab")
    expect(await focused(page)).toBe("INPUT cc-exp")
    await page.keyboard.type(CARD.expiry)
    await page.keyboard.press("Enter")
    await page.getByLabel(words.smsCode).waitFor()
    expect(await focused(page)).toBe("INPUT sms-code")
    await page.keyboard.type("000000")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    expect(await focused(page)).toBe("INPUT sms-code")
    await page.keyboard.press("Control+a")
    await page.keyboard.type(CARD.code)
    await page.keyboard.press("Enter")
    await orderIsShown(page, words)
    expect(await focused(page)).toMatch(/^MAIN/)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("a return page that is reloaded, then without network, shows the order by itself", async () => {
    const words = WORDS.uz
    const cartId = await cartToPay()
    const { page } = await openShop({ language: "uz", width: PHONE }, cartId)
    const { state, sandbox } = openStore()
    const { sessionId, number } = await customer(state).startPayment(cartId)
    await page.goto(`/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.pendingTitle }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: words.pendingTitle }).waitFor()

    await page.context().setOffline(true)
    await page.getByText(words.offline).waitFor()
    expect(await page.getByRole("heading", { name: words.pendingTitle }).isVisible()).toBe(true)
    // The way to the payment page would end on the browser's own error.
    const noWay = page.getByRole("link", { name: words.noConnection })
    expect(await noWay.getAttribute("aria-disabled")).toBe("true")
    await noWay.click({ force: true })
    expect(page.url()).toContain(`/return?session=${sessionId}`)
    await keepScreen(page, "shop-offline-phone-uz")
    await sandbox.pay(Number(number))
    await page.waitForTimeout(3_000)
    expect(await page.getByRole("heading", { name: words.pendingTitle }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("offers the payment page where the payment systems cannot be listed", async () => {
    const words = WORDS.ru
    const cartId = await cartToPay()
    const { page } = await openShop({ language: "ru", width: PHONE }, cartId)
    await page.route("**/store/checkout-uz/payment-methods**", (route) =>
      route.fulfill({ status: 502, json: { code: "unavailable", message: "" } })
    )
    await page.goto("/checkout")
    await page.getByRole("radio", { name: words.pageChoice }).check()
    await keepScreen(page, "shop-no-systems-phone-ru")
    expect(await scrollsSideways(page)).toBe(false)
    await payButton(page, words).click()
    await page.waitForURL(/\/pay\//)
    await page.locator("a[href$='/click']").click()
    await payPageButton(page).click()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it.each(["uz", "ru", "en"] as const)(
    "a payment that cannot be started is said so (%s), and starts at a second press",
    async (language) => {
      const words = WORDS[language]
      const { page, problems } = await atPayment({ language, width: PHONE })
      const { sandbox } = openStore()
      await sandbox.faultShare("create_payment", "http_500", 1)
      await page.getByRole("radio", { name: "Click" }).check()
      await payButton(page, words).click()
      const told = page.getByRole("alert")
      await told.waitFor()
      await keepScreen(page, `shop-not-started-phone-${language}`)
      expect(await told.textContent()).toBe(words.notStarted)
      await sandbox.clearFaults()
      await goToClick(page, words)
      expect(problems).toEqual([])
    }
  )

  it("the return page waits while the service is away, and goes on when it is back", async () => {
    const words = WORDS.en
    const { page, cartId } = await atPayment({ width: PHONE })
    const { sandbox, state } = openStore()
    await goToClick(page, words)
    const sessionId = await sessionOfPaymentPage(page)
    await sandbox.faultShare("status_payment", "http_500", 1)
    // Nor does the shop itself give the order at the first try.
    await page.route("**/store/orders/**", (route) => route.abort(), { times: 1 })
    await payPageButton(page).click()
    await page.waitForURL(`${state.storefront_url}/return?session=${sessionId}`)
    await page.getByRole("heading", { name: words.pendingTitle }).waitFor()
    await page.waitForTimeout(4_000)
    expect(await page.getByRole("heading", { name: words.pendingTitle }).isVisible()).toBe(true)
    expect(await page.getByRole("alert").count()).toBe(0)
    await sandbox.clearFaults()
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("a slow service is asked for one invoice, and the spinner turns at once", async () => {
    const words = WORDS.uz
    const { page } = await atPayment({ language: "uz", width: PHONE })
    const { sandbox } = openStore()
    const before = await sandbox.calls("create_payment")
    await sandbox.fault("create_payment", "slow", 1, 2_000)
    await page.getByRole("radio", { name: "Click" }).check()
    await payButton(page, words).dblclick()
    const busy = page.getByRole("button", { name: words.opening })
    await busy.waitFor({ timeout: 500 })
    expect(await busy.locator(".spinner").isVisible()).toBe(true)
    await busy.click({ force: true })
    await page.keyboard.press("Enter")
    await keepScreen(page, "shop-slow-phone-uz")
    await page.waitForURL(/\/pay\//)
    expect((await sandbox.calls("create_payment")) - before).toBe(1)
  })
})

/** A page that is restored does not load: nothing waits for that. */
async function backToCheckout(page: Page): Promise<void> {
  while (!page.url().endsWith("/checkout")) {
    const left = page.url()
    await page.evaluate(() => {
      setTimeout(() => {
        history.back()
      })
    })
    while (page.url() === left) await page.waitForTimeout(50)
  }
}
