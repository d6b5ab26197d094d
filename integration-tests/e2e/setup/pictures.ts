import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Locator, Page } from "playwright-core"
import sharp from "sharp"
import { shownPictures } from "../../../scripts/package/documents"

const ROOT = resolve(__dirname, "..", "..", "..")
const PICTURES = join(ROOT, ".e2e")
const IMAGES = join("docs", "images")

/**
 * Keeps a picture of the screen, where somebody can look at it; `UPDATE_IMAGES=true` also puts it into
 * docs/images, if a document shows it.
 *
 * @param part all that is kept of the screen
 */
export async function keepScreen(
  page: Page,
  name: string,
  part: Page | Locator = page
): Promise<void> {
  if (process.env.CI) return
  await page.waitForFunction(imagesAreThere)
  // What fades in or out must not be half there.
  await page.waitForTimeout(400)
  const picture = await part.screenshot()
  await keep(`${name}.png`, picture, () =>
    sharp(picture).png({ palette: true, dither: 0, effort: 10 }).toBuffer()
  )
}

/** Whether every image in sight is loaded, or known not to come. It runs in the page. */
function imagesAreThere(): boolean {
  return Array.from(document.images).every((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect()
    const isInSight =
      bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
    return image.complete || !isInSight
  })
}

/** Whether a document shows the picture. */
export function isShown(name: string): boolean {
  return shownPictures().includes(join(IMAGES, `${name}.png`))
}

/** Keeps a moving picture in the same way. */
export async function keepFilm(film: Buffer, name: string): Promise<void> {
  if (process.env.CI) return
  await keep(`${name}.webp`, film, () => Promise.resolve(film))
}

/** @param light the same picture, to be read over the network */
async function keep(name: string, picture: Buffer, light: () => Promise<Buffer>): Promise<void> {
  await write(join(PICTURES, name), picture)
  const shown = join(IMAGES, name)
  if (process.env.UPDATE_IMAGES !== "true" || !shownPictures().includes(shown)) return
  await write(join(ROOT, shown), await light())
}

async function write(file: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
}

/** The name of a picture that there is in each language. */
export function inLanguage(name: string, language: "en" | "ru" | "uz"): string {
  return language === "en" ? name : `${name}-${language}`
}
