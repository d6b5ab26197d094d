import { readdirSync } from "node:fs"
import { join } from "node:path"
import { ADMIN_REFUSALS, FINDING_IDS, PROBLEM_CODES, STORE_REFUSALS } from "../../../src/contract"
import { isRefusalReason } from "../../../src/providers/checkout-uz/refusals"
import { readDocument } from "../documents"
import { messagesIn } from "../messages"

const ROOT = join(__dirname, "..", "..", "..")
const LEDGER = "modules/checkout-uz"
const page = readDocument("docs/troubleshooting.md")
/** What the page quotes, without the `…` at an end. */
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text)

/** The page under a heading, up to the next one. */
function under(heading: string): string {
  const [, section = ""] = page.split(`\n## ${heading}\n`)
  return section.split("\n## ")[0] ?? ""
}

/** The first cells of the tables under a heading, without their backticks. */
function codesUnder(heading: string): string[] {
  return [...under(heading).matchAll(/^\| `(\w+)` /gm)].map(([, code = ""]) => code)
}

/** Where sentences are for customers, for screens or for the sandbox, or are a schema's. */
const NOT_FOR_OPERATORS =
  /\/(test|translations|migrations|models)\/|^(sandbox|storefront|contract|client|admin|scripts|policies)\//
/** Help, a frame around other sentences, a debug line, and a fix that stands in the page as a command. */
const NO_MESSAGES = [
  "Check a store: its configuration, its database and the payment service.",
  "Checkout.uz: … …",
  "Invoice …: … was refused.",
  "Run npx medusa db:migrate.",
]
/** The doctor's, which say that all is well, or what to do: the page has those of the findings. */
const OF_THE_DOCTOR = /^workflows\/doctor\//

const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !NOT_FOR_OPERATORS.test(name))
  .map((name) => ({ name, messages: messagesIn(join("src", name)) }))

const isBegunBy = (message: string) => (text: string) =>
  text.length > 12 && message.startsWith(text.replace(/…$/, ""))

describe("docs/troubleshooting.md", () => {
  it("has every sentence that a developer or an operator can read", () => {
    const missing = sources
      .filter(({ name }) => !OF_THE_DOCTOR.test(name))
      .flatMap(({ name, messages }) =>
        messages
          .filter((message) => !NO_MESSAGES.includes(message) && !quoted.some(isBegunBy(message)))
          .map((message) => `${name}: ${message}`)
      )
    expect(missing).toEqual([])
  })

  it("quotes no sentence that the code does not have", () => {
    const all = sources.flatMap(({ messages }) => messages)
    const sentences = quoted.filter((text) => /^["A-Z…][^/]* \S+ \S+/.test(text))
    expect(sentences.length).toBeGreaterThan(80)
    const gone = sentences.filter((text) => !all.some((message) => isBegunBy(message)(text)))
    expect(gone).toEqual([])
  })

  it.each([
    [
      "What the service's failures say",
      [
        "client/answer.ts",
        "client/service.ts",
        "client/transport.ts",
        `${LEDGER}/cash-desks/pauses.ts`,
      ],
    ],
    [
      "Options",
      [
        `${LEDGER}/settings/addresses.ts`,
        `${LEDGER}/settings/choices.ts`,
        `${LEDGER}/settings/options.ts`,
        `${LEDGER}/cash-desks/entries.ts`,
      ],
    ],
  ])("says under “%s” what the code says", (heading, files) => {
    const said = files.map((name) => readDocument(`src/${name}`)).join()
    const words = [...under(heading).matchAll(/(?:^\| |<br>)`([^`]+ [^`]+)`/gm)]
    expect(words.length).toBeGreaterThan(7)
    for (const [, text = ""] of words) {
      for (const part of text.split("…")) expect(said).toContain(part)
    }
  })

  it("has every refusal of the provider's, and every problem with the service", () => {
    const codes = codesUnder("A payment does not start")
    expect(codes.filter((code) => !isRefusalReason(code))).toEqual([])
    expect(codes).toEqual(expect.arrayContaining([...PROBLEM_CODES]))
    const reasons = [
      ...readDocument("src/providers/checkout-uz/refusals.ts").matchAll(/^ {2}(\w+): [A-Z_]+,$/gm),
    ].map(([, code = ""]) => code)
    expect([...new Set(codes)].sort()).toEqual(reasons.sort())
  })

  it("has every finding of the doctor's, every refusal in the admin and in the store, in their order", () => {
    expect(codesUnder("What the doctor finds")).toEqual([...FINDING_IDS])
    expect(codesUnder("In the admin")).toEqual([...ADMIN_REFUSALS])
    expect(codesUnder("In the storefront")).toEqual(Object.keys(STORE_REFUSALS))
  })
})
