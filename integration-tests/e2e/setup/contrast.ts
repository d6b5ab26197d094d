import type { Locator } from "playwright-core"

/**
 * How much a text stands out from what is behind it, as WCAG counts it: 4.5 is enough for a small one. Axe
 * passes over what it is not sure of.
 */
export function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const channelsOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const isSeen = (color: string) => (channelsOf(color)[3] ?? 1) === 1
    const lightnessOf = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const front = getComputedStyle(element).color
    let behind: Element | null = element
    while (behind && !isSeen(getComputedStyle(behind).backgroundColor))
      behind = behind.parentElement
    const back = behind ? getComputedStyle(behind).backgroundColor : "rgb(255, 255, 255)"
    if (!isSeen(front)) throw new Error(`The text is not of one colour: ${front}`)
    const [darker = 0, lighter = 0] = [lightnessOf(front), lightnessOf(back)].sort((a, b) => a - b)
    return (lighter + 0.05) / (darker + 0.05)
  })
}
