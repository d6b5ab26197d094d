import { chromium } from "playwright-core"
import { z } from "zod"
import { findChromium } from "../../integration-tests/e2e/setup/chromium"
import { ADMIN } from "./fresh-store"

const TIMEOUT_MS = 60_000

/** Opens the plugin's settings page as the merchant, in a browser. @throws Error where it is broken */
export async function seeSettingsPage(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    // In a container the browser runs as root, where it has no sandbox of its own.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  })
  try {
    const page = await browser.newPage({ baseURL: url, locale: "en-US" })
    const problems: string[] = []
    page.on("pageerror", (error) => problems.push(error.message))
    const answer = await page.request.post("/auth/user/emailpass", {
      data: ADMIN,
    })
    const { token } = z.object({ token: z.string() }).parse(await answer.json())
    await page.request.post("/auth/session", { headers: { authorization: `Bearer ${token}` } })
    await page.goto("/app/settings/checkout-uz")
    await page.getByText("/hooks/checkout-uz/main").first().waitFor({ timeout: TIMEOUT_MS })
    await page.getByRole("button", { name: "Check everything" }).click()
    // That the webhook address is one of this machine is no error.
    await page.getByText(/^(Errors: 0,|Everything is right)/).waitFor({ timeout: TIMEOUT_MS })
    if (problems.length > 0) throw new Error(`The page threw: ${problems.join("; ")}`)
  } finally {
    await browser.close()
  }
}
