import { z } from "zod"

/** Every finding there is; `docs/doctor.md` says of each what it means. Names never change. */
export const FINDING_IDS = [
  "plugin",
  "provider_entry",
  "dependencies",
  "options",
  "provider_options",
  "webhook_address",
  "webhook_address_public",
  "encryption_key",
  "tables",
  "api_key",
  "one_key_per_cash_desk",
  "uzs_region",
  "other_currencies",
  "shared_locks",
  "shared_events",
  "key_accepted",
  "invoices_known",
  "address_allowed",
  "service_reachable",
  "clock",
  "service_clock",
  "webhook_address_answers",
  "last_webhook",
] as const
export type FindingId = (typeof FINDING_IDS)[number]

/** Something that was checked. Its words are for the store's developer, in English. */
export const findingSchema = z.object({
  /** One kind of finding, which may come once for each cash desk. */
  id: z.enum(FINDING_IDS),
  severity: z.enum(["error", "warning", "ok"]),
  message: z.string(),
  /** What to do; null where there is nothing to do. */
  fix: z.string().nullable(),
})
export type Finding = z.infer<typeof findingSchema>

/** GET /admin/checkout-uz/doctor */
export const doctorAnswerSchema = z.object({ findings: z.array(findingSchema) })

/** Before the JSON of the findings, where a store's own server prints it among other things. */
export const DOCTOR_MARKER = "@@medusa-payment-checkout-uz/doctor@@"
