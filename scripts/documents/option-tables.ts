import { z } from "zod"
import {
  providerOptionsSchema,
  readProviderOptions,
} from "../../src/modules/checkout-uz/cash-desks/entries"
import { pluginOptionsSchema } from "../../src/modules/checkout-uz/settings/option-schema"
import { parsePluginOptions } from "../../src/modules/checkout-uz/settings/options"

/** What the generator reads of a schema; `example`, `takes` and `without` are said beside the schema. */
const nodeSchema = z.object({
  type: z.enum(["string", "boolean", "integer", "array", "object", "null"]).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().optional(),
  example: z.json().optional(),
  takes: z.string().optional(),
  without: z.string().optional(),
  get items() {
    return nodeSchema.optional()
  },
  get anyOf() {
    return z.array(nodeSchema).optional()
  },
  get properties() {
    return z.record(z.string(), nodeSchema).optional()
  },
})
export type Node = z.infer<typeof nodeSchema>

/** An option with all that its row says; a nested one has a dot in its name. */
export type Option = { name: string; node: Node; byDefault: unknown }

/** The options of the plugin, then those of a provider entry. */
export const pluginOptions = (): Option[] =>
  optionsIn(read(pluginOptionsSchema), parsePluginOptions({}).options)
export const providerOptions = (): Option[] =>
  optionsIn(read(providerOptionsSchema), readProviderOptions({}).options)

/** A schema in the words of JSON Schema. */
function read(schema: z.ZodType): Node {
  return nodeSchema.parse(z.toJSONSchema(schema, { io: "input" }))
}

function optionsIn({ properties = {} }: Node, defaults: unknown, prefix = ""): Option[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const byDefault = z.record(z.string(), z.unknown()).parse(defaults)[key]
    const name = `${prefix}${key}`
    return node.properties === undefined
      ? [{ name, node, byDefault }]
      : optionsIn(node, byDefault, `${name}.`)
  })
}

const LARGEST = Number.MAX_SAFE_INTEGER
const number = new Intl.NumberFormat("en")
const code = (value: unknown) => `\`${JSON.stringify(value)}\``
/** As they are written in a sentence: a text without its quotes. */
const word = (value: unknown) => (typeof value === "string" ? `\`${value}\`` : code(value))

/** What may be written, in words. */
export function takenBy(node: Node): string {
  if (node.takes !== undefined) return node.takes
  if (node.enum !== undefined) return node.enum.map(word).join(", ")
  if (node.anyOf !== undefined) return node.anyOf.map(takenBy).join(", or ")
  switch (node.type) {
    case "integer":
      return range(node)
    case "array":
      return `a list of ${node.items === undefined ? "anything" : several(takenBy(node.items))}`
    case "boolean":
      return "`true`, `false`"
    case "null":
      return "`null`"
    case "string":
      return "text"
    default:
      throw new Error(`Say what it takes beside the schema: ${JSON.stringify(node)}`)
  }
}

const several = (one: string) => (one === "text" ? "texts" : one)

function range({ minimum, exclusiveMinimum, maximum = LARGEST }: Node): string {
  const from = minimum ?? (exclusiveMinimum ?? -LARGEST) + 1
  const to = maximum === LARGEST ? "" : ` to ${number.format(maximum)}`
  return `a whole number from ${number.format(from)}${to}`
}

function rowOf({ name, node, byDefault }: Option): string[] {
  const { description, example } = node
  if (description === undefined || example === undefined) {
    throw new Error(`${name} has no description, or no example, beside its schema.`)
  }
  const standsIn = node.without ?? (byDefault === undefined ? "none" : word(byDefault))
  const meaning = `${description} Such as ${code(example)}.`
  return [`\`${name}\``, meaning, takenBy(node), standsIn]
}

/** One row an option, in the form Prettier leaves alone. */
export function tableOf(options: readonly Option[]): string {
  const rows = [["option", "meaning", "takes", "default"], ...options.map(rowOf)]
  const widths = rows[0]?.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n")
}
