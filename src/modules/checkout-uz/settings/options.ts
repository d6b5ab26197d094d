import { z } from "zod"
import { host, httpUrl, origin, serviceAddress } from "./addresses"
import { asWritten, fieldOf } from "./as-written"
import { partsMaxSchema, partsWaitHoursSchema } from "./part-bounds"
import type { SettingValues } from "./setting"

/** Written out, so that they are there even where a zod of another range can read nothing. */
const DEFAULTS = {
  baseUrl: "https://checkout.uz/api/v1",
  orderPlacement: "after_payment",
  amountRounding: "nearest",
  cardPayments: true,
  alertLanguage: "en",
  parts: { max: 5, waitHours: 24 },
  unpaidOrders: { cancelAfterMinutes: 60 },
  limits: {
    webhookCallsPerMinute: 60,
    storePerSession: 120,
    storePerAddress: 3_000,
    cardAttempts: 6,
    invoicesPerCollection: 10,
  },
  retention: { deliveryDays: 90 },
  timeouts: { requestMs: 10_000 },
  reconcile: { watchDays: 7, sweepSeconds: 15, callsPerSweep: 100, concurrency: 4 },
} as const

/** The plugin's options, as the store's developer writes them in `medusa-config`. */
const pluginOptionsSchema = z.strictObject({
  /** Public address of this Medusa server; the service posts its webhooks there. */
  webhookBaseUrl: httpUrl.optional(),
  /** Where a customer returns after paying. `{session_id}` stands for the payment session's id. */
  returnUrl: httpUrl.optional(),
  /** Origins a storefront may ask to return to. */
  storefrontOrigins: z.array(origin).default([]),
  /** Keys that encrypt API keys in the database: the first encrypts, all decrypt. */
  encryptionKeys: z.array(z.string()).default([]),
  /** Base address of the service. */
  baseUrl: serviceAddress.default(DEFAULTS.baseUrl),
  /** Further hosts (besides the base address's) a payment page may live on. */
  paymentHosts: z.array(host).default([]),
  orderPlacement: z.enum(["after_payment", "before_payment"]).default(DEFAULTS.orderPlacement),
  amountRounding: z.enum(["nearest", "exact"]).default(DEFAULTS.amountRounding),
  /** A short note on the payment page. `{cart_id}` and `{session_id}` are filled in. */
  description: z.string().optional(),
  /** Whether customers may pay by card on the shop's own pages. */
  cardPayments: z.boolean().default(DEFAULTS.cardPayments),
  /** The language of the admin's notifications. */
  alertLanguage: z.enum(["en", "ru", "uz"]).default(DEFAULTS.alertLanguage),
  parts: z
    .strictObject({
      /** The most parts a payment above the service's limit is paid in; 1 switches it off. */
      max: partsMaxSchema.default(DEFAULTS.parts.max),
      /**
       * Hours after the lifetime of its last part's invoice until a payment that is not finished is
       * the merchant's to decide.
       */
      waitHours: partsWaitHoursSchema.default(DEFAULTS.parts.waitHours),
    })
    .prefault({}),
  unpaidOrders: z
    .strictObject({
      /**
       * Minutes after the lifetime of its last invoice until an order placed before its payment is
       * cancelled; null leaves it to the merchant.
       */
      cancelAfterMinutes: z
        .number()
        .int()
        .nonnegative()
        .nullable()
        .default(DEFAULTS.unpaidOrders.cancelAfterMinutes),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /**
       * Calls to the service in a minute that webhooks without an invoice's own token may cause, over
       * all servers and for each cash desk.
       */
      webhookCallsPerMinute: z
        .number()
        .int()
        .positive()
        .default(DEFAULTS.limits.webhookCallsPerMinute),
      /** Requests a minute to the plugin's store routes about one payment session. */
      storePerSession: z.number().int().positive().default(DEFAULTS.limits.storePerSession),
      /**
       * Requests a minute to the plugin's store routes from one network address. A storefront that
       * asks from its server is one address for all of its customers.
       */
      storePerAddress: z.number().int().positive().default(DEFAULTS.limits.storePerAddress),
      /** Cards, and codes for them, tried a minute on one invoice. */
      cardAttempts: z.number().int().positive().default(DEFAULTS.limits.cardAttempts),
      /** New invoices a minute for one payment collection. */
      invoicesPerCollection: z
        .number()
        .int()
        .positive()
        .default(DEFAULTS.limits.invoicesPerCollection),
    })
    .prefault({}),
  retention: z
    .strictObject({
      /** Days a webhook's body is kept for the merchant's eyes. */
      deliveryDays: z.number().int().positive().default(DEFAULTS.retention.deliveryDays),
    })
    .prefault({}),
  timeouts: z
    .strictObject({
      /** One deadline for a call to the service with all its retries, in milliseconds. */
      requestMs: z.number().int().min(100).max(60_000).default(DEFAULTS.timeouts.requestMs),
    })
    .prefault({}),
  reconcile: z
    .strictObject({
      /** Days after its lifetime for which an unpaid invoice is still asked about. */
      watchDays: z.number().int().positive().default(DEFAULTS.reconcile.watchDays),
      /** Seconds between two sweeps of a cash desk, over all servers. */
      sweepSeconds: z.number().int().positive().default(DEFAULTS.reconcile.sweepSeconds),
      /** Calls about single invoices in one sweep. */
      callsPerSweep: z.number().int().positive().default(DEFAULTS.reconcile.callsPerSweep),
      /** Calls under way at once. */
      concurrency: z.number().int().positive().max(20).default(DEFAULTS.reconcile.concurrency),
    })
    .prefault({}),
})

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
