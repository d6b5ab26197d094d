import { refetchEntity, type MedusaRequest } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { defaultStoreCartFields } from "@medusajs/medusa/api/store/carts/query-config"
import { z } from "zod"
import { isConfirmed, isFull, sumOfInvoices, type Invoice } from "../../modules/checkout-uz"
import { isOurs, lackOf, roomFor, type OwnerBooks } from "../../payment-context"
import { settleInvoice } from "../../workflows/settle-invoice"
import { workflowScope } from "../../workflows/scope"
import { anyConfirmed, ofThisService, readArrival, type Arrival } from "./arrived-money"
import { alreadyPaid, courtesy, PASS, type Decision } from "./courtesy"
import { keepsTotal, type Rule } from "./keeps-total"
import { leavesLessThan } from "./shrinks-cart"

/**
 * Keeps a cart as it was paid for: where its money has arrived, a change answers 409 and the order is
 * placed instead. What `isSafe` knows to keep the total passes, and so does every change of a cart
 * that lacks something and could not become an order as it is.
 */
export function refuseChangesOfPaidCart(isSafe?: Rule) {
  return courtesy(async (req) => {
    const arrival = await findArrival(req)
    if (!arrival || (isSafe && (await keepsTotal(req, isSafe)))) return PASS
    const { paid, partly } = arrival
    if (paid) {
      settleSoon(req, paid)
      return cartIsPaid(req)
    }
    // Parts that have come go on counting, unless the cart comes to less than they do.
    const shrinks = partly && (await leavesLessThan(req, sumOfInvoices(partly.invoices)))
    return shrinks ? cartIsPartlyPaid(req) : PASS
  })
}

/**
 * A customer who logs in just after paying: the order is placed first. Core refuses to change the cart
 * of an order, which would break the login, so it is answered as it is; the order keeps its e-mail.
 */
export const placeOrderBeforeTransfer = courtesy(async (req): Promise<Decision> => {
  const paid = (await findArrival(req))?.paid
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

/**
 * A paid cart, or an order that asks for nothing more, takes no further payment session; one that is paid
 * in part none of another provider.
 */
export const refuseSessionOfPaid = courtesy(async (req): Promise<Decision> => {
  const id = req.params["id"] ?? ""
  const invoices = await workflowScope(req.scope).ledger.invoices.ofCollections([id])
  const own = ofThisService(req.scope, invoices)
  if (own.length === 0 || !(await anyConfirmed(req.scope, own, { wait: false }))) return PASS
  const arrival = await readArrival(req.scope, id)
  if (!arrival) return PASS
  const { books, paid, partly } = arrival
  const cartId = books.context.cart?.id
  if (books.context.order && isPaidOrder(books)) {
    return alreadyPaid(req, { cartId, words: "already_paid" })
  }
  if (!paid && partly && !isForUs(req)) {
    return alreadyPaid(req, { cartId, words: "partly_paid" })
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

function cartIsPartlyPaid(req: MedusaRequest): Decision {
  return alreadyPaid(req, { cartId: req.params["id"], words: "cart_partly_paid" })
}

const bodySchema = z.object({ provider_id: z.string() })

function isForUs({ body }: MedusaRequest): boolean {
  const asked = bodySchema.safeParse(body)
  return asked.success && isOurs(asked.data.provider_id)
}

/** Core would take another session for it, and drops the paid one while it does. */
function isPaidOrder(books: OwnerBooks): boolean {
  const spent = books.invoices.some(
    (invoice) => isConfirmed(invoice) && invoice.spentBySession !== undefined
  )
  return spent && isFull(roomFor(books))
}

/** The money, or a part of it, of a cart without an order that could become one as it is. */
async function findArrival(
  req: MedusaRequest
): Promise<Pick<Arrival, "paid" | "partly"> | undefined> {
  const cartId = req.params["id"] ?? ""
  const invoices = await workflowScope(req.scope).ledger.invoices.ofOwner(cartId)
  const own = ofThisService(req.scope, invoices)
  // A settled cart is an order: core has its own word on changing it.
  if (own.length === 0 || own.some(({ state }) => state === "settled")) return undefined
  if (!(await anyConfirmed(req.scope, own, { wait: false }))) return undefined
  for (const id of new Set(own.map(({ paymentCollectionId }) => paymentCollectionId))) {
    const arrival = await readArrival(req.scope, id)
    if (!arrival || arrival.books.context.order || lacksSomething(arrival.books)) continue
    if (arrival.paid || arrival.partly) return arrival
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
