import { axeFindings, openAdmin } from "./setup/browser"

const PAGE = "/app/checkout-uz"
const OURS = /\/admin\/checkout-uz\//

/** The tabs of the page, and what each shows once its answer has come. */
const TABS = {
  overview: "Balance, UZS",
  invoices: "Dilnoza Karimova",
  attention: /Payments to resolve|Nothing needs you/,
  report: "Compare with Checkout.uz",
} as const

describe("Payments, where the server says no", () => {
  it.each([
    [401, "Your session has expired."],
    [403, "You don't have access."],
  ] as const)("every tab says in words what a %i means, and tries again", async (status, words) => {
    const { page, problems } = await openAdmin()
    for (const [tab, shown] of Object.entries(TABS)) {
      await page.route(OURS, (route) =>
        route.fulfill({ status, json: { message: "No.", type: "unauthorized" } })
      )
      await page.goto(`${PAGE}?tab=${tab}`)
      await page.getByRole("alert").getByText(words).first().waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.unroute(OURS)
      await page.getByRole("button", { name: "Try again" }).first().click()
      await page.getByText(shown).first().waitFor()
    }
    expect(problems).toEqual([])
  })
})
