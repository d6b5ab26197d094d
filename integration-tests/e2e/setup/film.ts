import type { Locator, Page } from "playwright-core"
import sharp from "sharp"

/** How long who watches needs, in milliseconds. */
const TIME = { toFind: 900, toSeePressed: 400, toSeeTyped: 140, ofAStep: 70 }
/** How far a page has moved, from one frame to the next. */
const MOVES = [0.15, 0.4, 0.7, 0.9, 1]
const TYPED_AT_ONCE = 2
/** What stays in place at the top of the shop's pages. */
const HEAD = 70
/** A finger, as wide as it is. */
const FINGER = 44

interface Frame {
  png: Buffer
  ms: number
}

/** A moving picture of what a customer does on a phone, of frames that are each held for a while. */
export function filmOf(page: Page) {
  const frames: Frame[] = []
  const hold = async (ms: number) => {
    frames.push({ png: await page.screenshot(), ms })
  }

  /** Moves the page until this is in its middle, as a finger would, unless all of it is in sight. */
  async function moveTo(target: Locator): Promise<void> {
    const [from, to] = await target.evaluate((element, head) => {
      const { scrollY: before, innerHeight } = window
      const { top, bottom } = element.getBoundingClientRect()
      if (top >= head && bottom <= innerHeight) return [before, before] as const
      element.scrollIntoView({ block: "center", behavior: "instant" })
      const after = window.scrollY
      window.scrollTo({ top: before, behavior: "instant" })
      return [before, after] as const
    }, HEAD)
    if (from === to) return
    for (const part of MOVES) {
      await page.evaluate(
        (top) => {
          window.scrollTo({ top, behavior: "instant" })
        },
        from + (to - from) * part
      )
      await hold(TIME.ofAStep)
    }
  }

  return {
    hold,

    /** Presses what can be seen by then. */
    async press(target: Locator): Promise<void> {
      await moveTo(target)
      await hold(TIME.toFind)
      frames.push({ png: await withFinger(page, target), ms: TIME.toSeePressed })
      await target.tap()
      // What the browser marks as pressed is as before again.
      await page.waitForTimeout(TIME.toSeePressed)
    },

    async type(field: Locator, text: string): Promise<void> {
      await moveTo(field)
      await field.focus()
      for (let at = 0; at < text.length; at += TYPED_AT_ONCE) {
        await field.pressSequentially(text.slice(at, at + TYPED_AT_ONCE))
        await hold(TIME.toSeeTyped)
      }
    },

    /** Begins again after its last frame. */
    async develop(): Promise<Buffer> {
      const pictures = frames.map(({ png }) => png)
      return sharp(pictures, { join: { animated: true } })
        .webp({ delay: frames.map(({ ms }) => ms), loop: 0, lossless: true })
        .toBuffer()
    },
  }
}

/** The screen with a finger on the middle of something. */
async function withFinger(page: Page, target: Locator): Promise<Buffer> {
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${target.toString()} cannot be seen.`)
  const half = FINGER / 2
  const finger = `<svg width="${FINGER}" height="${FINGER}"><circle cx="${half}" cy="${half}"
    r="${half - 2}" fill="#64748b" fill-opacity="0.4" stroke="#fff" stroke-width="2"/></svg>`
  const left = Math.round(box.x + box.width / 2 - half)
  const top = Math.round(box.y + box.height / 2 - half)
  return sharp(await page.screenshot())
    .composite([{ input: Buffer.from(finger), left, top }])
    .png()
    .toBuffer()
}
