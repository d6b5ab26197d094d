import type { Finding } from "../../contract"

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
  "address_allowed",
  "service_reachable",
  "clock",
  "service_clock",
  "webhook_address_answers",
  "last_webhook",
] as const
export type FindingId = (typeof FINDING_IDS)[number]

/** Nothing to do. */
export function fine(id: FindingId, message: string): Finding {
  return { id, severity: "ok", message, fix: null }
}

/** Payments do not work until it is mended. */
export function wrong(id: FindingId, message: string, fix: string): Finding {
  return { id, severity: "error", message, fix }
}

/** Payments work, and something is worse than it need be. */
export function doubtful(id: FindingId, message: string, fix: string): Finding {
  return { id, severity: "warning", message, fix }
}
