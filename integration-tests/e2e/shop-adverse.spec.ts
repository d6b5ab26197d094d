import type { Page } from "playwright-core"
import { customer } from "../../scripts/demo/customer"
import { openShop } from "./setup/browser"
import { keepScreen } from "./setup/pictures"
import { expectGood, named, SIZES } from "./setup/shop-looks"
import {
  atPayment,
  cartToPay,
  goToClick,
  orderIsShown,
  ordersOf,
  payButton,
  payPageButton,
  WORDS,
} from "./setup/shopping"
import { openStore } from "./setup/store"

describe.each(SIZES)("the shop in an unruly browser ($language, $width px)", (look) => {
  const words = WORDS[look.language]
  it("is restored from the browser's cache with live buttons, and makes one order", async () => {
    const { page, cartId } = await atPayment({ ...look, keepsPages: true })
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
    const { page, problems } = await atPayment(look)
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
    const { page: first, cartId } = await atPayment(look)
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
    await keepScreen(third, named(look, "two-tabs"))
    expect(await ordersOf(cartId)).toHaveLength(1)
  })

  it("a return page that is reloaded, then without network, shows the order by itself", async () => {
    const cartId = await cartToPay()
    const { page } = await openShop(look, cartId)
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
    await expectGood(page, named(look, "offline"))
    await sandbox.pay(Number(number))
    await page.waitForTimeout(3_000)
    expect(await page.getByRole("heading", { name: words.pendingTitle }).isVisible()).toBe(true)
    await page.context().setOffline(false)
    await orderIsShown(page, words)
    expect(await ordersOf(cartId)).toHaveLength(1)
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
