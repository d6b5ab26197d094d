import type { Page } from "playwright-core"

/** The page of payments in the admin. */
export const PAYMENTS_PAGE = "/app/checkout-uz"

/** Opens one of its tabs, and waits until it says this. */
export async function openTab(page: Page, tab: string, words: string | RegExp): Promise<void> {
  await page.goto(`${PAYMENTS_PAGE}?tab=${tab}`)
  await page.getByText(words).first().waitFor()
}
