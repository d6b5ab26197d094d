import type { Payout } from "../../contract"

/** What of some pay-outs is not sent yet, in UZS. */
export function leftToSend(payouts: readonly Pick<Payout, "amount" | "completed_at">[]): number {
  const open = payouts.filter(({ completed_at }) => completed_at === null)
  return open.reduce((sum, { amount }) => sum + amount, 0)
}
