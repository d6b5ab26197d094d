import { english } from "../../../src/sandbox/pages/translations/en"
import { russian } from "../../../src/sandbox/pages/translations/ru"
import { uzbek } from "../../../src/sandbox/pages/translations/uz"
import { openWindow, scrollsSideways, axeFindings } from "../setup/browser"
import { isShown, keepScreen } from "../setup/pictures"

const WORDS = { uz: uzbek, ru: russian, en: english }
/** Every language on a phone and on a desktop; each size light and dark. */
export const LOOKS = [
  { language: "uz", width: 390, theme: "light" },
  { language: "uz", width: 1280, theme: "dark" },
  { language: "ru", width: 390, theme: "dark" },
  { language: "ru", width: 1280, theme: "light" },
  { language: "en", width: 390, theme: "light" },
  { language: "en", width: 1280, theme: "dark" },
] as const
/** Each language once, both sizes and both themes: where the words and the widths were seen before. */
export const FEWER_LOOKS = [LOOKS[0], LOOKS[2], LOOKS[5]] as const
export const LOOK = "$language, $width px, $theme"

export type Visitor = Awaited<ReturnType<typeof visit>>

/** A customer with a browser, and an eye that looks at each page. */
export async function visit(look: (typeof LOOKS)[number]) {
  const { page, problems } = await openWindow(look)
  const name = `${look.width < 600 ? "phone" : "desktop"}-${look.language}`
  return {
    page,
    problems,
    words: WORDS[look.language],
    /** Waits for a heading; the page then has to hold up, and may be kept as a picture. */
    sees: async (heading: string, picture = "") => {
      await page.getByRole("heading", { name: heading, exact: true }).waitFor()
      expect(await axeFindings(page, "html")).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      const file = `sandbox/${picture}-${name}`
      if (isShown(file)) await keepScreen(page, file)
    },
  }
}

export async function enterCard(
  { page, words }: Pick<Visitor, "page" | "words">,
  number: string
): Promise<void> {
  await page.getByLabel(words.cardNumber).fill("")
  await page.getByLabel(words.cardNumber).pressSequentially(number)
  await page.getByLabel(words.cardExpiry).fill("")
  await page.getByLabel(words.cardExpiry).pressSequentially("1249")
}

export async function enterCode({ page, words }: Visitor, code: string): Promise<void> {
  await page.getByLabel(words.smsCode).fill(code)
  await page.keyboard.press("Enter")
}
