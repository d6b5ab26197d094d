import type { Page } from "playwright-core"
import { axeFindings, scrollsSideways } from "./browser"
import { keepScreen } from "./pictures"

export const PHONE = 390
export const DESKTOP = 1280

/** How customers buy on the payment page; with {@link CARD_LOOKS}, each language on both sizes. */
export const PAGE_LOOKS = [
  { language: "uz", width: PHONE, theme: "light" },
  { language: "ru", width: DESKTOP, theme: "light" },
  { language: "en", width: PHONE, theme: "dark" },
] as const
/** How they buy by card. */
export const CARD_LOOKS = [
  { language: "uz", width: DESKTOP, theme: "dark" },
  { language: "ru", width: PHONE, theme: "dark" },
  { language: "en", width: DESKTOP, theme: "light" },
] as const
/** Where things go wrong, on both sizes. */
export const SIZES = [
  { language: "uz", width: PHONE },
  { language: "ru", width: DESKTOP },
] as const

type ShopLook = { language: string; width: number }

/** The name of a picture. */
export function named({ language, width }: ShopLook, what: string): string {
  return `shop-${what}-${width === PHONE ? "phone" : "desktop"}-${language}`
}

/** Keeps a picture of the page: axe finds nothing on it, and it does not scroll sideways. */
export async function expectGood(page: Page, picture: string): Promise<void> {
  await keepScreen(page, picture)
  const seen = { found: await axeFindings(page, "body"), isTooWide: await scrollsSideways(page) }
  expect({ picture, ...seen }).toEqual({ picture, found: [], isTooWide: false })
}
