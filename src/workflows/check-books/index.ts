import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonOf } from "../../modules/checkout-uz"
import { publishAlerts } from "../publish-alerts"
import { workflowScope } from "../scope"
import { checkCanceledOrders } from "./canceled-orders"
import { checkCaptures } from "./captures"
import { checkCash } from "./cash"
import { checkGoneOrders, checkLongGoneOrders } from "./gone-orders"
import { checkReturned } from "./returned"
import { checkRefunds } from "./refunds"
import { checkUnheardOrders } from "./unheard-orders"

export { refundOnCanceledOrder } from "./canceled-orders"

/** Seconds between two comparisons, over all servers. */
const EVERY_SECONDS = 180
/** Servers write Medusa's rows with clocks of their own: so far before the last comparison one begins. */
const OVERLAP_MS = 15 * 60_000
/** Once in a while it begins so far back that no clock of a server could hide anything. */
const WIDE_OVERLAP_MS = 24 * 60 * 60_000
const WIDE_EVERY_SECONDS = 60 * 60

/** What is compared each time, and what once in a while. */
const PARTS = {
  refunds: checkRefunds,
  "cancelled orders": checkCanceledOrders,
  captures: checkCaptures,
  "captures by hand": checkCash,
  "returned payments": checkReturned,
  "orders nobody heard of": checkUnheardOrders,
  "orders that are gone": checkGoneOrders,
}
/** In place of its narrow form. */
const WIDE = { "orders that are gone": checkLongGoneOrders }

/** Whether this process has compared the books since it began. */
let hasBegun = false

/**
 * Holds Medusa's books against the ledger's, over what changed since the last comparison: refunds of
 * Medusa that are on no list, captured money on cancelled orders, captures the ledger has not seen, cash
 * captured beside a payment of ours, returned money Medusa still books, deleted drafts, orders whose `order.placed` nobody
 * heard. Events tell of these too, and can be lost; this is what guarantees.
 */
export async function checkBooks(container: MedusaContainer): Promise<void> {
  const { ledger } = workflowScope(container)
  // A server that has just started may have been away, or the plugin may have.
  const wide = await ledger.books.claimTurn("wide", hasBegun ? WIDE_EVERY_SECONDS : 0)
  const turn = wide ?? (await ledger.books.claimTurn("recent", EVERY_SECONDS))
  hasBegun = true
  if (!turn) return
  const overlap = wide ? WIDE_OVERLAP_MS : OVERLAP_MS
  const since = new Date(turn.since.getTime() - overlap)
  const isComplete = await compareSince(container, since, wide ? { ...PARTS, ...WIDE } : PARTS)
  // What fails for a whole day is in the log, and holds up the rest no longer.
  const heldUpMs = turn.begunAt.getTime() - turn.since.getTime()
  if (isComplete || heldUpMs > WIDE_OVERLAP_MS) {
    await ledger.books.advance(wide ? "wide" : "recent", turn.begunAt)
  }
  await publishAlerts(container)
}

/** @returns false where a part of it failed: it begins from the same moment again then */
async function compareSince(
  container: MedusaContainer,
  since: Date,
  parts: Readonly<Record<string, (container: MedusaContainer, since: Date) => Promise<void>>>
): Promise<boolean> {
  const { logger } = workflowScope(container)
  let isComplete = true
  for (const [name, check] of Object.entries(parts)) {
    try {
      await check(container, since)
    } catch (error) {
      isComplete = false
      logger.error(`The books could not be compared (${name}): ${reasonOf(error)}`)
    }
  }
  return isComplete
}
