import { hasCollection, hasMethods, hasReceipt, isPayment, isStarted } from "./answers"
import { withPartStatus } from "./parts"
import { ask, PaymentError, type Store } from "./store"
import type { Payment, PaymentMethod, Receipt, StartedPayment } from "./types"

/** Which cart is paid, and how. */
export interface StartInput {
  /** Of a cart that has its e-mail, address and delivery. */
  cartId: string
  /** `pp_checkout-uz_main` where it is left out. */
  providerId?: string
  /** The key of a payment method: `payment_url` then leads straight to that system. */
  paymentSystem?: string
  /** Where the customer comes back to, on one of the plugin's `storefrontOrigins`. */
  returnUrl?: string
  /** Ends the request: the promise is rejected with its reason. */
  signal?: AbortSignal
}

/**
 * Starts the payment of a cart that has its e-mail, address and delivery. An invoice that the cart
 * has already is handed out again, so that starting twice asks for the money once.
 *
 * @throws PaymentError, such as `already_paid`, `amount_not_taken` or `unavailable`
 */
export async function startPayment(
  store: Store,
  { cartId, providerId = "pp_checkout-uz_main", paymentSystem, returnUrl, signal }: StartInput
): Promise<StartedPayment> {
  const post = (path: string, body: Record<string, unknown>) =>
    ask(store, path, hasCollection, { method: "POST", body, ...(signal && { signal }) })
  // Medusa answers with the cart's own collection where there is one.
  const { payment_collection } = await post("/store/payment-collections", { cart_id: cartId })
  const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
  const started = await post(path, {
    provider_id: providerId,
    data: {
      ...(paymentSystem && { payment_system: paymentSystem }),
      ...(returnUrl && { return_url: returnUrl }),
    },
  })
  const session = started.payment_collection.payment_sessions?.find(
    ({ provider_id }) => provider_id === providerId
  )
  if (!isStarted(session?.data)) throw new PaymentError("unreadable_answer", "", 0)
  return session.data
}

export function pathOf(sessionId: string, rest = ""): string {
  return `/store/checkout-uz/payment-sessions/${encodeURIComponent(sessionId)}${rest}`
}

/**
 * Where a payment stands, asked once.
 *
 * @param sessionId the payment session's, which the return page has in its address
 * @throws PaymentError, such as `unknown_session`
 */
export async function paymentStatus(
  store: Store,
  sessionId: string,
  signal?: AbortSignal
): Promise<Payment> {
  return withPartStatus(await ask(store, pathOf(sessionId), isPayment, signal && { signal }))
}

/**
 * "Pay again": a new invoice for a payment that has expired, or for the part that is due where there is
 * none. The answer's `id` may be that of a new payment session; go on with that one.
 *
 * @param sessionId the expired payment's
 * @throws PaymentError, such as `not_payable` or `unavailable`
 */
export async function refreshPayment(store: Store, sessionId: string): Promise<Payment> {
  const path = pathOf(sessionId, "/refresh")
  return withPartStatus(await ask(store, path, isPayment, { method: "POST" }))
}

/**
 * The payment systems a region's customers can choose from.
 *
 * @param regionId the cart's region
 * @throws PaymentError, such as `region_not_offered` or `unavailable`
 */
export async function paymentMethods(
  store: Store,
  regionId: string,
  signal?: AbortSignal
): Promise<PaymentMethod[]> {
  const query = { region_id: regionId }
  const path = "/store/checkout-uz/payment-methods"
  return (await ask(store, path, hasMethods, { query, ...(signal && { signal }) })).payment_methods
}

/**
 * The fiscal receipt of an order, or null while there is none: it comes some time after the payment.
 *
 * @param about `sessionId`, the payment session's, shows whose order it is where nobody is logged in
 * @throws PaymentError, but for 404, which is null
 */
export async function orderReceipt(
  store: Store,
  orderId: string,
  { sessionId, signal }: { sessionId?: string; signal?: AbortSignal } = {}
): Promise<Receipt | null> {
  const path = `/store/checkout-uz/orders/${encodeURIComponent(orderId)}/receipt`
  const query = sessionId && { query: { payment_session_id: sessionId } }
  try {
    return (await ask(store, path, hasReceipt, { ...query, ...(signal && { signal }) })).receipt
  } catch (error) {
    if (error instanceof PaymentError && error.status === 404) return null
    throw error
  }
}
