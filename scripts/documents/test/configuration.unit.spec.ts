import { MAX_INVOICE_AMOUNT } from "../../../src/client"
import { SHORTEST_ENCRYPTION_KEY } from "../../../src/modules/checkout-uz"
import { readProviderOptions } from "../../../src/modules/checkout-uz/cash-desks/entries"
import { parsePluginOptions } from "../../../src/modules/checkout-uz/settings/options"
import { readDocument } from "../../package/documents"
import { COMMAND, CONFIGURATION, withTables } from "../configuration"
import { type Node, type Option, pluginOptions, providerOptions, takenBy } from "../option-tables"

const page = readDocument(CONFIGURATION)

/** An option's example, in the place it is written at. */
function writtenOut({ name, node: { example } }: Option): unknown {
  return name.split(".").reduceRight<unknown>((value, key) => ({ [key]: value }), example)
}

/** What the page says of an option. */
function meaningOf(wanted: string): string {
  return pluginOptions().find(({ name }) => name === wanted)?.node.description ?? ""
}

describe(CONFIGURATION, () => {
  it(`has the tables that "${COMMAND}" writes from the schemas`, () => {
    expect(page).toBe(withTables(page))
  })

  it.each(pluginOptions())("gives an example of $name that is accepted, no default", (option) => {
    const { problem, options } = parsePluginOptions(writtenOut(option))
    expect(problem).toBeUndefined()
    expect(options).not.toEqual(parsePluginOptions({}).options)
  })

  it.each(providerOptions())("gives an example of an entry's $name that is accepted", (option) => {
    const { problem, options } = readProviderOptions(writtenOut(option))
    expect(problem).toBeUndefined()
    expect(options).not.toEqual(readProviderOptions({}).options)
  })

  it("names the options that are also settings in the admin", () => {
    const settings = pluginOptions()
      .filter((option) => parsePluginOptions(writtenOut(option)).written.size > 0)
      .map(({ name }) => name)
    const [sentence = ""] = page.match(/^.+\n.+(?=are also settings in the admin)/m) ?? []
    const named = [...sentence.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name)
    expect(named).toEqual(settings)
  })

  it("speaks of the bounds that the code has", () => {
    expect(meaningOf("encryptionKeys")).toContain(`${SHORTEST_ENCRYPTION_KEY} characters`)
    const most = new Intl.NumberFormat("en").format(Number(MAX_INVOICE_AMOUNT))
    expect(meaningOf("parts.max")).toContain(`${most} UZS`)
  })
})

describe("what an option takes", () => {
  it.each<[Node, string]>([
    [{ type: "integer", exclusiveMinimum: 0 }, "a whole number from 1"],
    [{ type: "integer", minimum: 100, maximum: 60_000 }, "a whole number from 100 to 60,000"],
    [
      { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
      "a whole number from 0, or `null`",
    ],
    [{ type: "array", items: { type: "string" } }, "a list of texts"],
    [{ type: "string", enum: ["a", "b"] }, "`a`, `b`"],
  ])("%j: %s", (node, words) => {
    expect(takenBy(node)).toBe(words)
  })
})
