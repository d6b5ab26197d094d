import { createHash } from "node:crypto"
import { z } from "zod"

/** What the ledger's module and its readers must be told about in the payment module's declaration. */
export const REQUIRED_DEPENDENCIES = ["checkoutUz", "payment", "query"] as const

/** One provider entry of ours under `@medusajs/medusa/payment` in medusa-config. */
export type ProviderEntry = { providerId: string; cashDesk: string; apiKey: string | undefined }

/** The options of one provider entry. */
export const providerOptionsSchema = z.object({
  cashDesk: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/i, "may hold letters, digits and hyphens only")
    .default("main"),
  apiKey: z.string().optional(),
})

const PROVIDER_IDENTIFIER = "checkout-uz"
const PROVIDER_PATH = /[\\/]providers[\\/]checkout-uz([\\/]index(\.[cm]?[jt]s)?)?$/

const paymentModuleSchema = z.object({
  modules: z.object({
    payment: z.object({
      options: z.object({
        providers: z.array(
          z.object({ resolve: z.unknown(), id: z.string().optional(), options: z.unknown() })
        ),
      }),
    }),
  }),
})

/**
 * The provider entries of this plugin in Medusa's configuration. An entry whose options are wrong
 * is left out: the provider itself says what is wrong with it.
 */
export function readProviderEntries(config: unknown): ProviderEntry[] {
  const parsed = paymentModuleSchema.safeParse(config)
  if (!parsed.success) return []
  return parsed.data.modules.payment.options.providers.flatMap((entry) => {
    if (typeof entry.resolve !== "string" || !PROVIDER_PATH.test(entry.resolve)) return []
    const options = providerOptionsSchema.safeParse(entry.options ?? {})
    if (!options.success) return []
    const apiKey = options.data.apiKey?.trim()
    return [
      {
        providerId: `pp_${PROVIDER_IDENTIFIER}${entry.id ? `_${entry.id}` : ""}`,
        cashDesk: options.data.cashDesk,
        apiKey: apiKey === "" ? undefined : apiKey,
      },
    ]
  })
}

/** The API key of a cash desk: the first entry of that desk that has one. */
export function findApiKey(entries: ProviderEntry[], cashDesk: string): string | undefined {
  return entries.find((entry) => entry.cashDesk === cashDesk && entry.apiKey !== undefined)?.apiKey
}

/** A name for a key that does not give the key away: the start of its SHA-256. */
export function fingerprint(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex").slice(0, 16)
}
