import type { MedusaContainer } from "@medusajs/framework/types"
import { CheckoutUzError } from "../../client"
import {
  CHECKOUT_UZ_MODULE,
  isCashDeskName,
  serviceProblem,
  type CheckoutUzModuleService,
  type Problem,
} from "../../modules/checkout-uz"
import { problemWithRange } from "../cash-desks/days"
import { compareBooks, paidOf, type Comparison } from "./compare"

/** How many transactions the service is asked for: its own most, and its default, are not known. */
const ASKED_FOR = 1_000
/** How many payments that are ours alone a page shows; a file has them all. */
const SHOWN = 1_000

export type HistoryOutcome =
  | { kind: "compared"; comparison: Comparison }
  /** The service gave no history. */
  | { kind: "failed"; problem: Problem }
  | { kind: "unknown_desk" }
  | { kind: "wrong_range"; message: string }

/**
 * Compares a cash desk's history at the service with the ledger, for a range of days. It is the
 * history of whichever desk the API key in force belongs to: after a change to another desk's key,
 * what was paid before shows up as ours alone.
 *
 * @param whole whether all payments that are ours alone are wanted, and not only the newest
 */
export async function compareHistory(
  container: MedusaContainer,
  cashDesk: string,
  { from, to, whole }: { from: string; to: string; whole: boolean }
): Promise<HistoryOutcome> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  if (!(await isKnown(ledger, cashDesk))) return { kind: "unknown_desk" }
  const message = problemWithRange({ from, to })
  if (message !== undefined) return { kind: "wrong_range", message }
  try {
    const history = await ledger.requests.historyOf(cashDesk, ASKED_FOR)
    if (history.kind === "no_key") return { kind: "failed", problem: history.problem }
    const { records } = history
    const numbers = records.map(({ number }) => number)
    const booked = ledger.queries.booked(cashDesk)
    const [known, alone, missing] = await Promise.all([
      // By number, over the whole ledger: a date never makes an invoice of ours a stranger's.
      booked.among(numbers),
      booked.confirmedBeside(
        { from, to },
        paidOf(records).map(({ number }) => number),
        whole ? undefined : SHOWN
      ),
      booked.daysOfOthers(numbers),
    ])
    return {
      kind: "compared",
      comparison: compareBooks({
        from,
        to,
        askedFor: ASKED_FOR,
        records,
        known,
        alone,
        missing,
      }),
    }
  } catch (error) {
    if (!(error instanceof CheckoutUzError)) throw error
    const problem = serviceProblem(error, cashDesk)
    if (!problem) throw error
    ledger.reportServiceFailure(error)
    return { kind: "failed", problem }
  }
}

async function isKnown(ledger: CheckoutUzModuleService, cashDesk: string): Promise<boolean> {
  if (!isCashDeskName(cashDesk)) return false
  const configured = ledger.providerEntries.some((entry) => entry.cashDesk === cashDesk)
  return configured || ledger.queries.hasInvoicesOf(cashDesk)
}
