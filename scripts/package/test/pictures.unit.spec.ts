import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { shownPictures } from "../documents"

const ROOT = join(__dirname, "..", "..", "..")
const IMAGES = join("docs", "images")
const FILM = join(ROOT, IMAGES, "payment.webp")

describe("the pictures of the documents", () => {
  const shown = shownPictures()

  it("are all there", () => {
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter((picture) => !existsSync(join(ROOT, picture)))).toEqual([])
  })

  it("are shown by a document, each of them", () => {
    const kept = readdirSync(join(ROOT, IMAGES), { recursive: true, encoding: "utf8" })
      .map((name) => join(IMAGES, name))
      .filter((path) => statSync(join(ROOT, path)).isFile())
    expect(kept.filter((picture) => !shown.includes(picture))).toEqual([])
  })
})

describe("the moving picture of a payment", () => {
  it("is light enough for a page, and as long as somebody reads it", async () => {
    expect(statSync(FILM).size).toBeLessThan(2_000_000)
    const {
      pages = 1,
      delay = [],
      loop,
      width,
      pageHeight,
    } = await sharp(FILM, { animated: true }).metadata()
    expect(pages).toBeGreaterThan(20)
    const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(12)
    expect(seconds).toBeLessThanOrEqual(20)
    expect({ width, pageHeight, loop }).toEqual({ width: 390, pageHeight: 760, loop: 0 })
  })
})
