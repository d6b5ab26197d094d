import { openShop } from "./setup/browser"
import { expectGood, named, PAGE_LOOKS, SIZES } from "./setup/shop-looks"
import {
  atPayment,
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

describe("the shop, where the payment service fails", () => {
  afterEach(async () => {
    await openStore().sandbox.clearFaults()
  })

  it.each(SIZES)(
    "offers the payment page where the payment systems cannot be listed ($width px)",
    async (look) => {
      const words = WORDS[look.language]
      const cartId = await cartToPay()
      const { page } = await openShop(look, cartId)
      await page.route("**/store/checkout-uz/payment-methods**", (route) =>
        route.fulfill({ status: 502, json: { code: "unavailable", message: "" } })
      )
      await page.goto("/checkout")
      await page.getByRole("radio", { name: words.pageChoice }).check()
      await expectGood(page, named(look, "no-systems"))
      await payButton(page, words).click()
      await page.waitForURL(/\/pay\//)
      await page.locator("a[href$='/click']").click()
      await payPageButton(page).click()
      await orderIsShown(page, words)
      expect(await ordersOf(cartId)).toHaveLength(1)
    }
  )

  it.each(PAGE_LOOKS)(
    "a payment that cannot be started is said so ($language, $width px), and starts at a second press",
    async (look) => {
      const words = WORDS[look.language]
      const { page, problems } = await atPayment(look)
      const { sandbox } = openStore()
      await sandbox.faultShare("create_payment", "http_500", 1)
      await page.getByRole("radio", { name: "Click" }).check()
      await payButton(page, words).click()
      const told = page.getByRole("alert")
      await told.waitFor()
      expect(await told.textContent()).toBe(words.notStarted)
      await expectGood(page, named(look, "not-started"))
      await sandbox.clearFaults()
      await goToClick(page, words)
      expect(problems).toEqual([])
    }
  )

  it.each(SIZES)(
    "the return page waits while the service is away, and goes on when it is back ($width px)",
    async (look) => {
      const words = WORDS[look.language]
      const { page, cartId } = await atPayment(look)
      const { sandbox, state } = openStore()
      await goToClick(page, words)
      const sessionId = await sessionOfPaymentPage(page)
      await sandbox.faultShare("status_payment", "http_500", 1)
      // Nor does the shop itself give the order at the first try.
      await page.route("**/store/orders/**", (route) => route.abort(), { times: 1 })
      await payPageButton(page).click()
      await page.waitForURL(`${state.storefront_url}/return?session=${sessionId}`)
      await page.getByRole("heading", { name: words.pendingTitle }).waitFor()
      await page.waitForTimeout(3_000)
      expect(await page.getByRole("heading", { name: words.pendingTitle }).isVisible()).toBe(true)
      expect(await page.getByRole("alert").count()).toBe(0)
      await sandbox.clearFaults()
      await orderIsShown(page, words)
      expect(await ordersOf(cartId)).toHaveLength(1)
    }
  )

  it.each(SIZES)(
    "a slow service is asked for one invoice, and the spinner turns at once ($width px)",
    async (look) => {
      const words = WORDS[look.language]
      const { page } = await atPayment(look)
      const { sandbox } = openStore()
      const before = await sandbox.calls("create_payment")
      await sandbox.fault("create_payment", "slow", 1, 3_000)
      await page.getByRole("radio", { name: "Click" }).check()
      await payButton(page, words).dblclick()
      const busy = page.getByRole("button", { name: words.opening })
      await busy.waitFor({ timeout: 500 })
      expect(await busy.locator(".spinner").isVisible()).toBe(true)
      await busy.click({ force: true })
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/pay\//)
      expect((await sandbox.calls("create_payment")) - before).toBe(1)
    }
  )
})
