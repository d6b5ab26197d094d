import type { z } from "zod"
import { asWritten, fieldOf } from "./as-written"
import { DEFAULTS, pluginOptionsSchema } from "./option-schema"
import type { SettingValues } from "./setting"

export type PluginOptions = z.infer<typeof pluginOptionsSchema>

/** One message for the developer where the service would not know where to announce payments. */
export const NO_WEBHOOK_ADDRESS =
  "Checkout.uz does not know where to announce payments: set webhookBaseUrl, the public address of this server, in the options of medusa-payment-checkout-uz in medusa-config."

/** Options that can be used, with one message for the developer where one of them is wrong. */
export type ParsedOptions = {
  options: PluginOptions
  problem: string | undefined
  /** Which of the options that can also be chosen in the admin the developer has written. */
  written: ReadonlySet<keyof SettingValues>
}

/**
 * Reads the plugin's options. A wrong option never stops the server: its default stands in, and
 * `problem` is the sentence the payment provider answers with instead of an invoice. The options
 * that are right stay in force, so that what was already paid is still found. Never throws.
 */
export function parsePluginOptions(input: unknown): ParsedOptions {
  try {
    return weighOptions(asWritten(input ?? {}, MEDUSAS_OWN))
  } catch (error) {
    const problem = `The options of medusa-payment-checkout-uz in medusa-config could not be read: ${describeCrash(error)}.`
    return { options: defaultOptions(), problem, written: new Set() }
  }
}

/** Medusa adds it to the options of every module. */
const MEDUSAS_OWN = ["database"]

function weighOptions(written: unknown): ParsedOptions {
  const parsed = pluginOptionsSchema.safeParse(written)
  if (parsed.success) {
    return { options: parsed.data, problem: undefined, written: settingsIn(written) }
  }
  const rest = withoutWrongOnes(written, parsed.error)
  const right = pluginOptionsSchema.safeParse(rest)
  return {
    options: right.success ? right.data : defaultOptions(),
    written: settingsIn(right.success ? rest : {}),
    problem: `The options of medusa-payment-checkout-uz in medusa-config are wrong: ${describeIssues(parsed.error)}.`,
  }
}

function defaultOptions(): PluginOptions {
  return { ...DEFAULTS, storefrontOrigins: [], encryptionKeys: [], paymentHosts: [] }
}

function settingsIn(written: unknown): Set<keyof SettingValues> {
  const given: Record<keyof SettingValues, unknown> = {
    orderPlacement: fieldOf(written, "orderPlacement"),
    cardPayments: fieldOf(written, "cardPayments"),
    description: fieldOf(written, "description"),
    watchDays: fieldOf(fieldOf(written, "reconcile"), "watchDays"),
    alertLanguage: fieldOf(written, "alertLanguage"),
    partsMax: fieldOf(fieldOf(written, "parts"), "max"),
    partsWaitHours: fieldOf(fieldOf(written, "parts"), "waitHours"),
  }
  const names = [
    "orderPlacement",
    "cardPayments",
    "description",
    "watchDays",
    "alertLanguage",
    "partsMax",
    "partsWaitHours",
  ] as const
  return new Set(names.filter((name) => given[name] !== undefined))
}

/** What was written without the options that are wrong. */
export function withoutWrongOnes(written: unknown, { issues }: z.ZodError): unknown {
  if (typeof written !== "object" || written === null) return {}
  const wrong = new Set(
    issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [issue.path[0]]
    )
  )
  return Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name)))
}

/** One sentence fragment per issue: where it is and what is wrong. Never the value, which may be a secret. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const place = issue.path.map(String).join(".")
      return place === "" ? issue.message : `"${place}": ${issue.message}`
    })
    .join("; ")
}

/** What made reading fail altogether. Never its message, which may repeat what was written. */
export function describeCrash(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error
  return `zod failed with ${name}; see which version of zod is installed beside the plugin`
}
