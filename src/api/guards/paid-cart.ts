import { refetchEntity, type MedusaRequest } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { isConfirmed, isFull, type Invoice } from "../../modules/checkout-uz"
import { lackOf, roomFor, type OwnerBooks } from "../../payment-context"
import { settleInvoice } from "../../workflows/settle-invoice"
import { workflowScope } from "../../workflows/scope"
import { anyConfirmed, ofThisService, readArrival } from "./arrived-money"
import { alreadyPaid, courtesy, PASS, type Decision } from "./courtesy"
import { keepsTotal, type Rule } from "./keeps-total"

/**
 * Keeps a cart as it was paid for: where its money has arrived, a change answers 409 and the order is
 * placed instead. What `isSafe` knows to keep the total passes, and so does every change of a cart
 * that lacks something and could not become an order as it is.
 */
export function refuseChangesOfPaidCart(isSafe?: Rule) {
  return courtesy(async (req) => {
    const paid = await findPaidCart(req)
    if (!paid || (isSafe && (await keepsTotal(req, isSafe)))) return PASS
    settleSoon(req, paid)
    return cartIsPaid(req)
  })
}

/**
 * A customer who logs in just after paying: the order is placed first. Core refuses to change the cart
 * of an order, which would break the login, so it is answered as it is; the order keeps its e-mail.
 */
export const placeOrderBeforeTransfer = courtesy(async (req): Promise<Decision> => {
  const paid = await findPaidCart(req)
  if (!paid) return PASS
  const { kind } = await settleInvoice(req.scope, paid.id, { urgency: "now" })
  if (kind !== "settled") return cartIsPaid(req)
  const cart: unknown = await refetchEntity({
    entity: "cart",
    idOrFilter: req.params["id"] ?? "",
    scope: req.scope,
    fields: defaultStoreCartFields,
  })
  return {
    kind: "answer",
    with: (res) => {
      res.status(200).json({ cart })
    },
  }
})

/** A paid cart, or an order that asks for nothing more, takes no further payment session. */
export const refuseSessionOfPaid = courtesy(async (req): Promise<Decision> => {
  const id = req.params["id"] ?? ""
  const invoices = await workflowScope(req.scope).ledger.invoices.ofCollections([id])
  const own = ofThisService(req.scope, invoices)
  if (own.length === 0 || !(await anyConfirmed(req.scope, own, { wait: false }))) return PASS
  const arrival = await readArrival(req.scope, id)
  if (!arrival) return PASS
  const { books, paid } = arrival
  const cartId = books.context.cart?.id
  if (books.context.order && isPaidOrder(books)) {
    return alreadyPaid(req, { cartId, words: "already_paid" })
  }
  if (!paid || lacksSomething(books)) return PASS
  settleSoon(req, paid)
  return alreadyPaid(req, {
    cartId,
    words: books.context.order ? "already_paid" : "cart_already_paid",
  })
})

function cartIsPaid(req: MedusaRequest): Decision {
  return alreadyPaid(req, { cartId: req.params["id"], words: "cart_already_paid" })
}

/** Core would take another session for it, and drops the paid one while it does. */
function isPaidOrder(books: OwnerBooks): boolean {
  const spent = books.invoices.some(
    (invoice) => isConfirmed(invoice) && invoice.spentBySession !== undefined
  )
  return spent && isFull(roomFor(books))
}

/** The money of a cart without an order that could become one as it is. */
async function findPaidCart(req: MedusaRequest): Promise<Invoice | undefined> {
  const cartId = req.params["id"] ?? ""
  const invoices = await workflowScope(req.scope).ledger.invoices.ofOwner(cartId)
  const own = ofThisService(req.scope, invoices)
  // A settled cart is an order: core has its own word on changing it.
  if (own.length === 0 || own.some(({ state }) => state === "settled")) return undefined
  if (!(await anyConfirmed(req.scope, own, { wait: false }))) return undefined
  for (const id of new Set(own.map(({ paymentCollectionId }) => paymentCollectionId))) {
    const arrival = await readArrival(req.scope, id)
    if (!arrival || arrival.books.context.order || lacksSomething(arrival.books)) continue
    if (arrival.paid) return arrival.paid
  }
  return undefined
}

/** A change may be just what the cart needs to become an order. */
function lacksSomething({ context: { cart, order } }: OwnerBooks): boolean {
  return cart !== undefined && !order && lackOf(cart) !== undefined
}

function settleSoon(req: MedusaRequest, paid: Invoice): void {
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  settleInvoice(req.scope, paid.id, { urgency: "now" }).catch((error: unknown) => {
    logger.error(`Invoice ${paid.number} is paid and could not be settled: ${String(error)}`)
  })
}
