import { PaymentCollectionStatus } from "@medusajs/framework/utils"
import { reasonOf } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { collectionsOfOrder } from "./order-collections"
import type { SettleScope } from "./scope"

/** Medusa's own provider for payment by hand: what it has authorized is a promise and no money. */
const BY_HAND = "pp_system_default"

/**
 * Cancels the promises to pay an order by hand once a payment link has paid all of it. Else the order
 * would read "partially captured" for ever, and a click on "Capture" would book its money twice.
 *
 * The order is paid either way, so a failure is only logged. Call it under the order's lock.
 */
export async function dropPromises(scope: SettleScope, paid: Home): Promise<void> {
  const { order, cart, collectionId } = paid
  if (!order || cart || order.open !== "0") return
  try {
    for (const id of await collectionsOfOrder(scope, order.id)) {
      const home = id === collectionId ? undefined : await readHome(scope.query, id)
      if (home && isPromiseByHand(home)) await cancel(scope, home)
    }
  } catch (error) {
    scope.logger.warn(
      `Order ${order.id} is paid by a link, and its payment by hand could not be cancelled: ${reasonOf(error)}`
    )
  }
}

/** As core's cancelPaymentCollectionWorkflow, which it keeps to itself. */
async function cancel({ payment }: SettleScope, home: Home): Promise<void> {
  for (const { id, canceled } of home.payments) {
    if (!canceled) await payment.cancelPayment(id)
  }
  await payment.updatePaymentCollections(home.collectionId, {
    status: PaymentCollectionStatus.CANCELED,
  })
}

function isPromiseByHand({ canceled, payments, sessions }: Home): boolean {
  const byHand = new Set(
    sessions.filter(({ providerId }) => providerId === BY_HAND).map(({ id }) => id)
  )
  return (
    !canceled &&
    payments.length > 0 &&
    payments.every((payment) => payment.captured === "0" && byHand.has(payment.sessionId))
  )
}
