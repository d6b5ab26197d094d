import { existsSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"
import { z } from "zod"
import screens from "../../../src/admin/i18n"
import { formatUzs } from "../../../src/admin/lib/format"
import { LANGUAGES, SHARED_WORDS, type Language } from "../../../src/contract/translations"
import { en } from "../../../src/workflows/publish-alerts/translations/en"
import { ru } from "../../../src/workflows/publish-alerts/translations/ru"
import { uz } from "../../../src/workflows/publish-alerts/translations/uz"
import { readDocument } from "../documents"

const ROOT = join(__dirname, "..", "..", "..")
const ALERTS = { en, ru, uz }
/** Medusa's own admin has no Uzbek: a shopkeeper reads it in Russian or in English. */
const LANGUAGES_OF_MEDUSA = { en: ["en"], ru: ["ru"], uz: ["ru", "en"] }

const nameOf = (language: Language) => `guide-for-merchants.${language}.md`
const guideIn = (language: Language) => readDocument(`docs/${nameOf(language)}`)

/** Every text in some translations. */
function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words]
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : []
}

/** In one line and without the stop at its end, which may be the sentence's of the guide. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/[.:]$/, "")
}

/** What stands in the place of `{{amount}}` in a guide: a number, an amount, or the cash desk's name. */
const FILLED_IN = String.raw`(?:\d[\d ,.]*(?: (?:UZS|сум|soʻm))?|main)`

/** A text of a screen as what it looks like once it is filled in. */
function patternOf(text: string): RegExp {
  const parts = plain(text).split(/\{\{?\s*\w+\s*\}?\}/)
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${escaped.join(FILLED_IN)}$`, "u")
}

function wordsOfScreens(language: Language): RegExp[] {
  const texts = textsOf([screens[language], SHARED_WORDS[language], ALERTS[language]])
  return texts.filter((text) => /\p{L}{2}|^\p{L}$/u.test(text)).map(patternOf)
}

function wordsOfMedusa(language: Language): Set<string> {
  const folder = join(ROOT, "node_modules/@medusajs/dashboard/src/i18n/translations")
  const files = LANGUAGES_OF_MEDUSA[language].map((name) => join(folder, `${name}.json`))
  return new Set(files.flatMap((file) => textsOf(JSON.parse(readFileSync(file, "utf8")))))
}

const BOLD = /\*\*(.+?)\*\*/gsu
const ITALIC = /(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu

const contentsOf = (text: string, mark: RegExp) =>
  [...text.matchAll(mark)].map(([, words = ""]) => plain(words))

/** What a guide says is on the plugin's screens, a way such as "Payments → Invoices" word by word. */
function namedIn(guide: string): string[] {
  const quoted = contentsOf(guide.replaceAll(BOLD, ""), /[“«]([^”»]+)[”»]/gu)
  const all = [...contentsOf(guide, BOLD), ...quoted]
  return all.flatMap((words) => words.split(" → ").map(plain))
}

/** What a notification of each kind is called. */
const titlesOf = (alerts: typeof en) =>
  Object.values(alerts).flatMap((words) => {
    if (typeof words === "string") return []
    const problems = "problems" in words ? Object.values(words.problems ?? {}) : []
    return [words.title, ...problems.map(({ title }) => title)]
  })

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to)

/** The anchors of a document's headings. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-")
  )
}

const manifestSchema = z.object({ files: z.array(z.string()) })

/** A pattern of `files` in package.json: a file, a folder with all that is in it, or several. */
function asPattern(glob: string): RegExp {
  const pattern = glob
    .replaceAll(".", String.raw`\.`)
    .replace(/\*+\/?/g, (stars) => (stars.startsWith("**") ? "(.*/)?" : "[^/]*"))
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(${names.replaceAll(",", "|")})`)
  return new RegExp(`^${pattern}(/|$)`)
}

/** Whether a file is in the package: the last pattern that fits decides, as for npm. */
function isPacked(file: string): boolean {
  const { files } = manifestSchema.parse(JSON.parse(readDocument("package.json")))
  const decisive = files.findLast((pattern) => asPattern(pattern.replace(/^!/, "")).test(file))
  return decisive !== undefined && !decisive.startsWith("!") && existsSync(join(ROOT, file))
}

describe.each(LANGUAGES)("the guide for merchants in %s", (language) => {
  const guide = guideIn(language)

  it("names what is on the screens as the screens do", () => {
    const known = wordsOfScreens(language)
    const unknown = namedIn(guide).filter((words) => !known.some((one) => one.test(words)))
    expect(unknown).toEqual([])
  })

  it("names what is on Medusa's own screens as Medusa does", () => {
    const known = wordsOfMedusa(language)
    expect(contentsOf(guide, ITALIC).filter((words) => !known.has(words))).toEqual([])
  })

  it("leaves out no tab, state, reason, notification, decision or line of the comparison", () => {
    const { common, payments, settings } = screens[language].checkoutUz
    const { standing, reason, group } = SHARED_WORDS[language]
    const { paid, some, none } = payments.unanswered
    const all = [
      ...textsOf([payments.tab, standing, reason, group, payments.report.bridge]),
      ...titlesOf(ALERTS[language]),
      ...[paid, some, none, payments.unanswered.dismiss],
      ...[common.actions.retry, payments.rest.open, payments.wait.open, payments.return.open],
      ...[payments.payout.refund, payments.payout.return, payments.payout.open],
      ...[payments.return.confirm, payments.check.now, payments.export, payments.report.run],
      ...[settings.key.set, settings.key.test_and_save, settings.webhook.name],
      ...[settings.test.action, settings.doctor.action],
    ]
    const named = namedIn(guide)
    const missing = all.filter((text) => !named.some((words) => patternOf(text).test(words)))
    expect(missing).toEqual([])
  })

  it("has as many headings, steps and rows as the others", () => {
    const shapeOf = (text: string) => text.match(/^(#+ |\d+\. |- |\|)/gm)
    expect(shapeOf(guide)).toEqual(shapeOf(guideIn("en")))
  })

  it("writes amounts as the screens do", () => {
    const amounts = guide.match(/\d[\d\s,]*\s?(UZS|сум|soʻm)/g) ?? []
    expect(amounts.length).toBeGreaterThan(10)
    for (const amount of amounts) {
      expect(amount).toBe(formatUzs(Number(amount.replace(/\D/g, "")), language))
    }
  })

  it("shows screens in its own language", () => {
    const pictures = linksOf(guide).filter((to) => to.endsWith(".png"))
    expect(pictures.length).toBeGreaterThan(0)
    const foreign = pictures.filter((to) => (/-(ru|uz)\.png$/.exec(to)?.[1] ?? "en") !== language)
    expect(foreign).toEqual([])
  })

  it("leads to headings that there are", () => {
    const anchors = linksOf(guide).filter((to) => to.startsWith("#"))
    expect(anchors.length).toBeGreaterThan(0)
    expect(anchors.filter((to) => !anchorsOf(guide).includes(to.slice(1)))).toEqual([])
  })
})

it("the guides, and all they lead to, are in the package", () => {
  const led = LANGUAGES.flatMap((language) => [nameOf(language), ...linksOf(guideIn(language))])
  const files = led.filter((to) => !/^(#|https?:)/.test(to)).map((to) => normalize(`docs/${to}`))
  expect(files.filter((file) => !isPacked(file))).toEqual([])
  expect(["examples/nextjs/starter.patch", "docs/missing.md"].filter(isPacked)).toEqual([])
})

it("the Uzbek guide is in Latin letters with their own oʻ and gʻ", () => {
  const uzbek = guideIn("uz")
    .replace(/\[[^\]]+\]\([^)]+\)/g, "")
    .replaceAll(ITALIC, "")
  expect(uzbek.match(/['`‘’]|[а-яё]/gi)).toBeNull()
})
