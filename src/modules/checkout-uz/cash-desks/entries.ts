import { createHash } from "node:crypto"
import { z } from "zod"
import { asWritten } from "../settings/as-written"
import { describeCrash, describeIssues, withoutWrongOnes } from "../settings/options"

/** What the payment module's declaration must name as its dependencies. */
export const REQUIRED_DEPENDENCIES = ["checkoutUz", "payment", "query"] as const

/** One provider entry of ours under `@medusajs/medusa/payment` in medusa-config. */
export type ProviderEntry = { providerId: string; cashDesk: string; apiKey: string | undefined }

/** An unset environment variable arrives as an empty text, which means "not given". */
const givenText = z
  .string()
  .optional()
  .transform((text) => (text?.trim() ? text.trim() : undefined))

/** Whether a cash desk may have this name. */
export function isCashDeskName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]*$/i.test(name)
}

/** The options of a provider entry; docs/configuration.md is written from them. */
export const providerOptionsSchema = z.strictObject({
  cashDesk: givenText
    .refine(
      (name) => name === undefined || isCashDeskName(name),
      "may hold letters, digits and hyphens only"
    )
    .transform((name) => name ?? "main")
    .meta({
      description: "The name you give the cash desk the API key belongs to.",
      example: "toshkent",
      takes: "letters, digits and hyphens",
    }),
  apiKey: givenText.meta({
    description:
      "The cash desk's API key, in force where none is set in the admin. [API keys](api-keys.md).",
    example: "sandbox-key",
  }),
})

/** Options of one provider entry, with a message for the developer where one of them is wrong. */
type ReadProviderOptions = {
  /** Undefined where it cannot be told which cash desk is meant. */
  options: z.infer<typeof providerOptionsSchema> | undefined
  problem: string | undefined
}

/**
 * Reads the options of one provider entry. What is wrong is left out; what is right stays in force.
 * Never throws, so that a mistake in them never stops the server.
 *
 * @param entry how a message names the entry
 */
export function readProviderOptions(
  input: unknown,
  entry = "a checkout-uz payment provider"
): ReadProviderOptions {
  try {
    return parseProviderOptions(asWritten(input ?? {}), entry)
  } catch (error) {
    const problem = `The options of ${entry} in medusa-config could not be read: ${describeCrash(error)}.`
    return { options: undefined, problem }
  }
}

function parseProviderOptions(written: unknown, entry: string): ReadProviderOptions {
  const parsed = providerOptionsSchema.safeParse(written)
  if (parsed.success) return { options: parsed.data, problem: undefined }
  const problem = `The options of ${entry} in medusa-config are wrong: ${describeIssues(parsed.error)}.`
  // A key never becomes another cash desk's because the name is wrong, or nothing can be read.
  const nameIsWrong = parsed.error.issues.some(({ code, path }) =>
    path.length === 0 ? code !== "unrecognized_keys" : path[0] === "cashDesk"
  )
  const right = providerOptionsSchema.safeParse(withoutWrongOnes(written, parsed.error))
  return { options: nameIsWrong || !right.success ? undefined : right.data, problem }
}

const PROVIDER_IDENTIFIER = "checkout-uz"
/** Its path, or the name of the package, whose main export it is. */
const PROVIDER_PATH =
  /^medusa-payment-checkout-uz$|[\\/]providers[\\/]checkout-uz([\\/]index(\.[cm]?[jt]s)?)?$/

const paymentModuleSchema = z.object({
  modules: z.object({
    payment: z.object({
      options: z.object({ providers: z.array(z.unknown()) }),
    }),
  }),
})

const entrySchema = z.object({
  resolve: z.string().regex(PROVIDER_PATH),
  id: z.string().optional(),
  options: z.unknown().optional(),
})

/**
 * The provider entries of this plugin in Medusa's configuration. An entry that does not say which
 * cash desk it is for, or cannot be read, is left out: the provider itself says what is wrong with
 * it. Never throws.
 */
export function readProviderEntries(config: unknown): ProviderEntry[] {
  return describeProviderEntries(config).flatMap(({ providerId, options }) =>
    options ? [{ providerId, ...options }] : []
  )
}

/** A provider entry of ours, whether or not its options can be used. */
export type DescribedEntry = ReadProviderOptions & { providerId: string }

/** Every provider entry of this plugin, with what is wrong with its options. Never throws. */
export function describeProviderEntries(config: unknown): DescribedEntry[] {
  const found = orNothing(() => paymentModuleSchema.safeParse(config).data)
  const providers = found?.modules.payment.options.providers ?? []
  // Each by itself: a mistake in somebody else's entry is no reason to lose ours.
  return providers.flatMap((provider) => orNothing(() => readEntry(provider)) ?? [])
}

function readEntry(provider: unknown): DescribedEntry | undefined {
  const { data: entry } = entrySchema.safeParse(provider)
  if (!entry) return undefined
  const providerId = `pp_${PROVIDER_IDENTIFIER}${entry.id ? `_${entry.id}` : ""}`
  return { providerId, ...readProviderOptions(entry.options, `the payment provider ${providerId}`) }
}

/** What `read` gives; undefined where it throws. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The API key of a cash desk: that of its first entry that has one. */
export function findApiKey(entries: ProviderEntry[], cashDesk: string): string | undefined {
  return entries.find((entry) => entry.cashDesk === cashDesk && entry.apiKey !== undefined)?.apiKey
}

/** Names a key without giving it away: the start of its SHA-256. */
export function fingerprint(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex").slice(0, 16)
}
