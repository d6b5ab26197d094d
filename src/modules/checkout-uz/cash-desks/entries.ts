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

const providerOptionsSchema = z.strictObject({
  cashDesk: givenText
    .refine(
      (name) => name === undefined || isCashDeskName(name),
      "may hold letters, digits and hyphens only"
    )
    .transform((name) => name ?? "main"),
  apiKey: givenText,
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
 */
export function readProviderOptions(input: unknown): ReadProviderOptions {
  try {
    return parseProviderOptions(asWritten(input ?? {}))
  } catch (error) {
    const problem = `The options of a checkout-uz payment provider in medusa-config could not be read: ${describeCrash(error)}.`
    return { options: undefined, problem }
  }
}

function parseProviderOptions(written: unknown): ReadProviderOptions {
  const parsed = providerOptionsSchema.safeParse(written)
  if (parsed.success) return { options: parsed.data, problem: undefined }
  const problem = `The options of a checkout-uz payment provider in medusa-config are wrong: ${describeIssues(parsed.error)}.`
  // A key never becomes another cash desk's because the name is wrong, or nothing can be read.
  const nameIsWrong = parsed.error.issues.some(({ code, path }) =>
    path.length === 0 ? code !== "unrecognized_keys" : path[0] === "cashDesk"
  )
  const right = providerOptionsSchema.safeParse(withoutWrongOnes(written, parsed.error))
  return { options: nameIsWrong || !right.success ? undefined : right.data, problem }
}

const PROVIDER_IDENTIFIER = "checkout-uz"
const PROVIDER_PATH = /[\\/]providers[\\/]checkout-uz([\\/]index(\.[cm]?[jt]s)?)?$/

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
  const found = orNothing(() => paymentModuleSchema.safeParse(config).data)
  const providers = found?.modules.payment.options.providers ?? []
  // Each by itself: a mistake in somebody else's entry is no reason to lose ours.
  return providers.flatMap((provider) => orNothing(() => readEntry(provider)) ?? [])
}

function readEntry(provider: unknown): ProviderEntry | undefined {
  const { data: entry } = entrySchema.safeParse(provider)
  const options = entry && readProviderOptions(entry.options).options
  return (
    options && {
      providerId: `pp_${PROVIDER_IDENTIFIER}${entry.id ? `_${entry.id}` : ""}`,
      cashDesk: options.cashDesk,
      apiKey: options.apiKey,
    }
  )
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
