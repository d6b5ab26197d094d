import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { orderReceiptQuerySchema } from "../../../../../../contract"
import { orderReceipt } from "../../../../../../workflows/order-receipt"
import { readOrRefuse, refuseCustomer } from "../../../../refuse-customer"
import { customerRoute } from "../../../../customer-route"
import { cartOfNamedSession } from "../../../../language"

/** The fiscal receipt of an order, for the customer who placed it. */
export const GET = customerRoute(async (req: AuthenticatedMedusaRequest, res) => {
  const query = await readOrRefuse(req, res, { schema: orderReceiptQuerySchema, input: req.query })
  if (!query) return
  const outcome = await orderReceipt(req.scope, req.params["id"] ?? "", {
    customerId: signedIn(req),
    sessionId: query.payment_session_id,
  })
  if (outcome.kind === "read") {
    res.setHeader("Cache-Control", "private, no-store")
    res.json({ receipt: outcome.receipt })
    return
  }
  if (outcome.kind === "receipt_not_ready" && outcome.retryAfterSeconds !== undefined) {
    res.setHeader("Retry-After", String(outcome.retryAfterSeconds))
  }
  // INVARIANT: the words about an order that is not the asker's depend on nothing of that order, and its
  // cart's language would tell that it exists: such an asker reads the language of their own session's cart.
  const cartIdOf =
    outcome.kind === "unknown_order"
      ? () => cartOfNamedSession(req)
      : () => Promise.resolve(outcome.cartId)
  await refuseCustomer(req, res, outcome.kind, { cartIdOf })
}, cartOfNamedSession)

/** The customer who is logged in; Medusa leaves the context out where nobody is. */
function signedIn(req: { auth_context?: { actor_id: string } }): string | undefined {
  const id = req.auth_context?.actor_id
  return id === undefined || id === "" ? undefined : id
}
