import { z } from "zod"

const httpUrl = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), "must be an http(s) address")

const origin = httpUrl.transform((text) => new URL(text).origin)

const seconds = z.number().int().positive()

/** The plugin's options, as the store's developer writes them in `medusa-config`. */
const pluginOptionsSchema = z.strictObject({
  /** Public address of this Medusa server; the service posts its webhooks there. */
  webhookBaseUrl: httpUrl.optional(),
  /** Where a customer returns after paying. `{session_id}` stands for the payment session's id. */
  returnUrl: httpUrl.optional(),
  /** Origins a storefront may ask to return to. */
  storefrontOrigins: z.array(origin).default([]),
  /** Keys that seal API keys in the database: the first seals, all open. */
  encryptionKeys: z.array(z.string().optional()).default([]),
  /** Base address of the service. */
  baseUrl: httpUrl.default("https://checkout.uz/api/v1"),
  /** Further hosts (besides the base address's) a payment page may live on. */
  paymentHosts: z.array(z.string().min(1)).default([]),
  orderPlacement: z.enum(["after_payment", "before_payment"]).default("after_payment"),
  amountRounding: z.enum(["nearest", "exact"]).default("nearest"),
  /** A short note on the payment page. `{cart_id}` and `{session_id}` are filled in. */
  description: z.string().optional(),
  timeouts: z
    .strictObject({
      /** One deadline for a call to the service with all its retries, in milliseconds. */
      requestMs: z.number().int().min(100).max(60_000).default(10_000),
    })
    .prefault({}),
  reconcile: z.strictObject({ watchDays: seconds.default(7) }).prefault({}),
})

export type PluginOptions = z.infer<typeof pluginOptionsSchema>

/** Options that can be used, with one sentence for the developer where one of them is wrong. */
export type ParsedOptions = { options: PluginOptions; problem: string | undefined }

/**
 * Reads the plugin's options. A wrong option never stops the server: the defaults stand in, and
 * `problem` is the sentence the payment provider answers with instead of an invoice.
 */
export function parsePluginOptions(input: unknown): ParsedOptions {
  const parsed = pluginOptionsSchema.safeParse(asWritten(input ?? {}))
  if (parsed.success) return { options: parsed.data, problem: undefined }
  return {
    options: pluginOptionsSchema.parse({}),
    problem: `The options of medusa-payment-checkout-uz in medusa-config are wrong: ${describeIssues(parsed.error)}.`,
  }
}

/**
 * What the developer wrote: Medusa adds `database` to the options of every module, and an unset
 * environment variable arrives as an empty text, which means "not given". Read entry by entry,
 * since Medusa's own object is not a plain one.
 */
function asWritten(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input
  const entries: [string, unknown][] = Object.entries(input)
  return Object.fromEntries(
    entries.filter(
      ([name, value]) => name !== "database" && !(typeof value === "string" && value.trim() === "")
    )
  )
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

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ""
}
