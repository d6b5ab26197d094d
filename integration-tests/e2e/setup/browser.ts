import AxeBuilder from "@axe-core/playwright"
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core"
import { z } from "zod"
import { findChromium } from "./chromium"
import { openStore } from "./store"

export type Look = {
  language?: "en" | "ru" | "uz"
  theme?: "light" | "dark"
  /** Width of the window in pixels; its height fits. */
  width?: number
  /** Whether pages that were left are kept in the browser's back/forward cache, as a customer's are. */
  keepsPages?: boolean
  /** Whether scripts run. */
  scripts?: boolean
}

/** The screens that the admin is read on. Each is judged in the light and in the dark ({@link hindrances}). */
export const SCREENS = [
  { named: "on a desk", width: 1440 },
  { named: "on a phone", width: 390 },
] as const

/** What Medusa speaks around these screens: it has no Uzbek, and is read in Russian beside it. */
const AROUND = { en: "en", ru: "ru", uz: "ru" } as const

let browser: Promise<Browser> | undefined
let keepingBrowser: Promise<Browser> | undefined
let merchant: Promise<Page> | undefined
/** Of customers: each has a browser of their own. */
const open = new Set<BrowserContext>()

async function start({ keepsPages = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    ...(keepsPages && { ignoreDefaultArgs: ["--disable-back-forward-cache"] }),
    // In a container the browser runs as root, where it has no sandbox of its own.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  })
}

/**
 * A window of the merchant's browser, which is logged in to the admin and remembers no choices but these. It is
 * opened from the merchant's first one, so that both are of one process, which reads the admin's scripts once.
 */
export async function openAdmin({ language = "en", theme = "light", width = 1440 }: Look = {}) {
  const first = await (merchant ??= startMerchant())
  const opened = first.waitForEvent("popup")
  await first.evaluate(() => {
    window.open("about:blank")
  })
  const page = await opened
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await page.addInitScript(
    ([chosenLanguage, chosenTheme, around, isChosen]) => {
      if (sessionStorage.getItem(isChosen) === null) localStorage.clear()
      sessionStorage.setItem(isChosen, "yes")
      localStorage.setItem("checkout-uz-language", chosenLanguage)
      localStorage.setItem("medusa_admin_theme", chosenTheme)
      localStorage.setItem("lng", around)
    },
    [language, theme, AROUND[language], "test-window-is-chosen"] as const
  )
  const problems: string[] = []
  page.on("pageerror", (error) => problems.push(error.message))
  return { page, problems }
}

async function startMerchant(): Promise<Page> {
  const { state } = openStore()
  const context = await (
    await (browser ??= start())
  ).newContext({
    baseURL: state.medusa_url,
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
    locale: "en-US",
  })
  await logIn(context)
  const page = await context.newPage()
  await page.goto("/app")
  return page
}

/** Of a customer's browser, in a shop that keeps its cart there. */
const CART_KEY = "choynak-cart"

/**
 * A customer's browser window, that has never been in the shop.
 *
 * @param cartId a cart that this browser has from before
 */
export function openShop(look: Look = {}, cartId?: string) {
  const { storefront_url: baseURL } = openStore().state
  const localStorage = cartId === undefined ? [] : [{ name: CART_KEY, value: cartId }]
  return openWindow(look, {
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  })
}

/** A customer's browser window, that has never been anywhere. */
export async function openWindow(
  { language = "en", theme = "light", width = 1280, keepsPages = false, scripts = true }: Look = {},
  options: BrowserContextOptions = {}
) {
  const customers = keepsPages ? (keepingBrowser ??= start({ keepsPages })) : (browser ??= start())
  const isPhone = width < 600
  const context = await (
    await customers
  ).newContext({
    ...options,
    viewport: { width, height: isPhone ? 844 : 900 },
    locale: { en: "en-US", ru: "ru-RU", uz: "uz-UZ" }[language],
    colorScheme: theme,
    javaScriptEnabled: scripts,
    ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
  })
  open.add(context)
  // A page that has not moved for so long will not.
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on("pageerror", (error) => problems.push(error.message))
  return { page, problems }
}

async function logIn({ request }: BrowserContext): Promise<void> {
  const { state } = openStore()
  const token = await request.post("/auth/user/emailpass", {
    data: { email: state.admin_email, password: state.admin_password },
  })
  const { token: bearer } = z.object({ token: z.string() }).parse(await token.json())
  await request.post("/auth/session", { headers: { authorization: `Bearer ${bearer}` } })
}

/** Closes every window: what is left open goes on asking the store. */
export async function closeWindows(): Promise<void> {
  const first = await merchant
  const windows = first?.context().pages() ?? []
  for (const window of windows) if (window !== first) await window.close()
  for (const context of open) await context.close()
  open.clear()
}

/** Closes every window, and the browsers. */
export async function closeBrowser(): Promise<void> {
  await closeWindows()
  await (await browser)?.close()
  await (await keepingBrowser)?.close()
  browser = keepingBrowser = merchant = undefined
}

/**
 * What axe finds in a part of the page that is ours, in a sentence each.
 *
 * @param rules those it looks at; all that it has unless said otherwise
 */
export async function axeFindings(
  page: Page,
  part = "main",
  rules: readonly string[] = []
): Promise<string[]> {
  const found = await findingsOnce(page, part, rules)
  if (found.length === 0) return found
  // What begins to fade after it stood still, such as a button whose answer came, is at rest by then.
  await page.waitForTimeout(500)
  return findingsOnce(page, part, rules)
}

async function findingsOnce(page: Page, part: string, rules: readonly string[]): Promise<string[]> {
  await standStill(page)
  // The pages have no frames of other origins, for which axe would open a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part)
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.html.slice(0, 160)})`)
  )
}

/** A button whose colour is still fading in would be judged by a colour it never has at rest. */
async function standStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Infinity
      return endless || animation.playState !== "running"
    })
  )
}

/** Axe's rules about colours, which are all that differs in the dark. */
const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]

/** Looks at a page in the dark, which is light otherwise. */
export async function inTheDark<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await paint(page, "dark")
  const seen = await look()
  await paint(page, "light")
  return seen
}

/** As Medusa's menu of themes does, on the page as it is; its colours fade into each other. */
async function paint(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate(async (wanted) => {
    const { classList, style } = document.documentElement
    classList.remove("light", "dark")
    classList.add(wanted)
    style.colorScheme = wanted
    await new Promise(requestAnimationFrame)
    const fades = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fades.map(({ finished }) => finished))
  }, theme)
}

/**
 * What keeps a part of the page from being used: what axe finds in the light and in the dark, and on a
 * phone what is too small for a finger or wider than the screen.
 */
export async function hindrances(page: Page, { width }: { width: number }, part = "main") {
  const light = await axeFindings(page, part)
  const dark = await inTheDark(page, () => axeFindings(page, part, ABOUT_COLOURS))
  const found = [...light, ...dark.map((finding) => `In the dark: ${finding}`)]
  if (width >= 600) return found
  if (await scrollsSideways(page)) found.push("The page scrolls sideways.")
  return [...found, ...(await tooSmall(page, part))]
}

/** The buttons of a part of the page that are too small for a finger, with their sizes. */
function tooSmall(page: Page, part = "main"): Promise<string[]> {
  return page.locator(part).evaluate((element) =>
    Array.from(element.querySelectorAll("button:not([role=switch]), a[data-button]")).flatMap(
      (button) => {
        const { width, height } = button.getBoundingClientRect()
        // What is hidden has no size.
        if (width === 0 || (width >= 40 && height >= 40)) return []
        return [`${button.getAttribute("aria-label") ?? button.textContent}: ${width} × ${height}`]
      }
    )
  )
}

/** Whether the page can be scrolled sideways, which on a phone it must not. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1)
}
