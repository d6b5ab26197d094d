import type { BlockerReason, Invoice, Payout, RefusalCode } from "../../contract"

/**
 * What the server can say in one word has words on the screens: a language without them does not
 * compile.
 */
export type Needed = {
  common: {
    standing: Record<Invoice["standing"], string>
    standing_hint: Record<Invoice["standing"], string>
    reason: Record<BlockerReason, string>
    card: string
    unnamed_system: string
    service_status: Record<"paid" | "pending", string>
    /** Whatever a route says no with. */
    problem: Record<RefusalCode, string>
  }
  order: {
    checked: Record<Invoice["state"], string>
    payouts: Record<Payout["kind"], string>
  }
  payments: {
    advice: Record<BlockerReason, string>
    payout: Record<Payout["kind"], string>
    report: object
  }
  settings: object
}
