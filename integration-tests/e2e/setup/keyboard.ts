import type { Locator, Page } from "playwright-core"

/** More stops than any page of the shop has. */
const STOPS = 30

/** Goes there with the Tab key alone, and sees where it is at every stop on the way. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab"
): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key)
    if (!(await focusIsSeen(page))) {
      throw new Error(`The focus cannot be seen on ${await focused(page)}.`)
    }
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead there; it is on ${await focused(page)}.`)
}

/** What has the focus, as its tag and its words: `BODY` says that it was lost. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    if (!element || element === document.body) return "BODY"
    const name = element.getAttribute("name") ?? element.textContent.trim().slice(0, 40)
    return `${element.tagName} ${name}`
  })
}

/** Whether a ring is drawn around what has the focus, or around the label it stands in. */
function focusIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement: element } = document
    const drawn = [element, element?.closest("label")].filter((part) => part instanceof Element)
    return drawn.some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      const { height } = part.getBoundingClientRect()
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && height > 0
    })
  })
}
