import { z } from "zod"
import type { ChoiceName } from "./choices"

const httpUrl = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), "must be an http(s) address")

const origin = httpUrl.transform((text) => new URL(text).origin)

/** One spelling of the service's address: the ledger tells two services' books apart by it. */
const serviceAddress = httpUrl
  .refine(isPlainAddress, "must be an address without credentials, query or fragment")
  .transform((text) => new URL(text).href.replace(/\/+$/, ""))

/** A host as addresses spell it, with its port where that is not the usual one. */
const host = z
  .string()
  .refine((text) => hostOf(text) !== undefined, "must be a host such as pay.example.uz")
  .transform((text) => hostOf(text) ?? text)

/** The plugin's options, as the store's developer writes them in `medusa-config`. */
const pluginOptionsSchema = z.strictObject({
  /** Public address of this Medusa server; the service posts its webhooks there. */
  webhookBaseUrl: httpUrl.optional(),
  /** Where a customer returns after paying. `{session_id}` stands for the payment session's id. */
  returnUrl: httpUrl.optional(),
  /** Origins a storefront may ask to return to. */
  storefrontOrigins: z.array(origin).default([]),
  /** Keys that seal API keys in the database: the first seals, all open. */
  encryptionKeys: z.array(z.string()).default([]),
  /** Base address of the service. */
  baseUrl: serviceAddress.default("https://checkout.uz/api/v1"),
  /** Further hosts (besides the base address's) a payment page may live on. */
  paymentHosts: z.array(host).default([]),
  orderPlacement: z.enum(["after_payment", "before_payment"]).default("after_payment"),
  amountRounding: z.enum(["nearest", "exact"]).default("nearest"),
  /** A short note on the payment page. `{cart_id}` and `{session_id}` are filled in. */
  description: z.string().optional(),
  /** Whether customers may pay by card on the shop's own pages. */
  cardPayments: z.boolean().default(true),
  /** The language of what the admin's bell says. */
  alertLanguage: z.enum(["en", "ru", "uz"]).default("en"),
  unpaidOrders: z
    .strictObject({
      /**
       * Minutes after the lifetime of its last invoice until an order placed before its payment is
       * cancelled; null leaves it to the merchant.
       */
      cancelAfterMinutes: z.number().int().nonnegative().nullable().default(60),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /**
       * Calls to the service in a minute that webhooks without an invoice's own token may cause, over
       * all servers and for each cash desk.
       */
      webhookCallsPerMinute: z.number().int().positive().default(60),
      /** Requests a minute to the plugin's store routes about one payment session. */
      storePerSession: z.number().int().positive().default(120),
      /**
       * Requests a minute to the plugin's store routes from one network address. A storefront that
       * asks from its server is one address for all of its customers.
       */
      storePerAddress: z.number().int().positive().default(3_000),
      /** Cards, and codes for them, tried a minute on one invoice. */
      cardAttempts: z.number().int().positive().default(6),
      /** New invoices a minute for one payment collection. */
      invoicesPerCollection: z.number().int().positive().default(10),
    })
    .prefault({}),
  retention: z
    .strictObject({
      /** Days a webhook's body is kept for the merchant's eyes. */
      deliveryDays: z.number().int().positive().default(90),
    })
    .prefault({}),
  timeouts: z
    .strictObject({
      /** One deadline for a call to the service with all its retries, in milliseconds. */
      requestMs: z.number().int().min(100).max(60_000).default(10_000),
    })
    .prefault({}),
  reconcile: z
    .strictObject({
      /** Days after its lifetime for which an unpaid invoice is still asked about. */
      watchDays: z.number().int().positive().default(7),
      /** Seconds between two sweeps of a cash desk, over all servers. */
      sweepSeconds: z.number().int().positive().default(15),
      /** Calls about single invoices in one sweep. */
      callsPerSweep: z.number().int().positive().default(100),
      /** Calls under way at once. */
      concurrency: z.number().int().positive().max(20).default(4),
    })
    .prefault({}),
})

export type PluginOptions = z.infer<typeof pluginOptionsSchema>

/** One sentence for the developer where the service would not know where to announce payments. */
export const NO_WEBHOOK_ADDRESS =
  "Checkout.uz does not know where to announce payments: set webhookBaseUrl, the public address of this server, in the options of medusa-payment-checkout-uz in medusa-config."

/** Options that can be used, with one sentence for the developer where one of them is wrong. */
export type ParsedOptions = {
  options: PluginOptions
  problem: string | undefined
  /** Which of the options that can also be chosen in the admin the developer has written. */
  written: ReadonlySet<ChoiceName>
}

/**
 * Reads the plugin's options. A wrong option never stops the server: its default stands in, and
 * `problem` is the sentence the payment provider answers with instead of an invoice. The options
 * that are right stay in force, so that what was already paid is still found.
 */
export function parsePluginOptions(input: unknown): ParsedOptions {
  const written = asWritten(input ?? {})
  const parsed = pluginOptionsSchema.safeParse(written)
  if (parsed.success) {
    return { options: parsed.data, problem: undefined, written: choicesIn(written) }
  }
  const rest = withoutWrongOnes(written, parsed.error)
  const right = pluginOptionsSchema.safeParse(rest)
  return {
    options: right.success ? right.data : pluginOptionsSchema.parse({}),
    written: choicesIn(right.success ? rest : {}),
    problem: `The options of medusa-payment-checkout-uz in medusa-config are wrong: ${describeIssues(parsed.error)}.`,
  }
}

const writtenChoicesSchema = z.object({
  orderPlacement: z.unknown(),
  cardPayments: z.unknown(),
  description: z.unknown(),
  reconcile: z.object({ watchDays: z.unknown() }).optional(),
})

function choicesIn(written: unknown): Set<ChoiceName> {
  const { reconcile, ...rest } = writtenChoicesSchema.parse(written)
  const given = { ...rest, watchDays: reconcile?.watchDays }
  const names = ["orderPlacement", "cardPayments", "description", "watchDays"] as const
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

/**
 * What the developer wrote: Medusa adds `database` to the options of every module, and an unset
 * environment variable arrives as undefined or an empty text, also inside a list, which means "not
 * given". Read entry by entry, since Medusa's own object is not a plain one.
 */
function asWritten(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input
  const entries: [string, unknown][] = Object.entries(input)
  return Object.fromEntries(
    entries
      .filter(([name, value]) => name !== "database" && isGiven(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter(isGiven) : value])
  )
}

function isGiven(value: unknown): boolean {
  return value !== undefined && !(typeof value === "string" && value.trim() === "")
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

/** As the client calls it: credentials would replace our key, a query would swallow the path. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return [username, password, search, hash].every((part) => part === "")
}

function hostOf(text: string): string | undefined {
  const address = `https://${text}`
  if (/[/\\?#@\s]/.test(text) || !URL.canParse(address)) return undefined
  return new URL(address).host
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ""
}
