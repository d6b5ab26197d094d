import type { MedusaContainer, RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  CHECKOUT_UZ_MODULE,
  isSpendable,
  OPEN_STATES,
  type CheckoutUzModuleService,
  type Invoice,
} from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"

/** A cart that may have been paid through this plugin and has no order yet. */
export type CartMoney = {
  home: Home
  invoices: Invoice[]
  /** The invoice whose money has arrived, if one has. */
  paid: Invoice | undefined
}

const linkSchema = z.array(z.object({ payment_collection_id: z.string() }))

/** The payment collections of a cart; core uses one, and for a moment there may be two. */
export async function collectionsOfCart(
  container: MedusaContainer,
  cartId: string
): Promise<string[]> {
  const query = container.resolve<Omit<RemoteQueryFunction, symbol>>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection_id"],
    filters: { cart_id: cartId },
  })
  return linkSchema.parse(data).map((link) => link.payment_collection_id)
}

/**
 * Looks whether a payment collection's money has arrived: in the ledger first, then, with `wait`
 * as fresh as can be and else at most every two seconds, at the service, unless it is asked later
 * anyway. Undefined where this plugin has nothing to do with it or its order stands.
 */
export async function findCartMoney(
  container: MedusaContainer,
  collectionId: string,
  { wait, isAskedLater }: { wait: boolean; isAskedLater?: (home: Home) => boolean }
): Promise<CartMoney | undefined> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const all = await ledger.findInvoicesOfCollection(collectionId)
  // What another service says is paid is no money here.
  const invoices = all.filter(({ serviceUrl }) => serviceUrl === ledger.options.baseUrl)
  if (invoices.length === 0) return undefined
  const query = container.resolve<Omit<RemoteQueryFunction, symbol>>(
    ContainerRegistrationKeys.QUERY
  )
  const home = await readHome(query, collectionId)
  if (!home?.cart || home.order) return undefined
  const known = invoices.find((invoice) => hasArrived(invoice, home))
  if (known || isAskedLater?.(home)) return { home, invoices, paid: known }
  return { home, invoices, paid: await askForMoney(ledger, invoices, home, wait) }
}

/**
 * Money that has come for an order that was placed before its payment and is not captured yet: in
 * the ledger, or by a fresh answer of the service about the invoices a customer can still pay.
 */
export async function findOrderMoney(
  container: MedusaContainer,
  collectionId: string
): Promise<Invoice | undefined> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const all = await ledger.findInvoicesOfCollection(collectionId)
  const invoices = all.filter(({ serviceUrl }) => serviceUrl === ledger.options.baseUrl)
  // A paid order costs this one read.
  if (invoices.length === 0 || invoices.some(({ state }) => state === "settled")) return undefined
  const query = container.resolve<Omit<RemoteQueryFunction, symbol>>(
    ContainerRegistrationKeys.QUERY
  )
  const home = await readHome(query, collectionId)
  // INVARIANT: nothing is captured on a cancelled order.
  if (!home?.order || home.order.canceled) return undefined
  const known = invoices.find((invoice) => hasArrived(invoice, home))
  return known ?? (await askForMoney(ledger, invoices, home, true))
}

/**
 * Whether an order is paid in full with money of ours. Core would take another session for it, and
 * drops the paid one while it does.
 */
export async function isPaidOrder(
  container: MedusaContainer,
  collectionId: string
): Promise<boolean> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const invoices = await ledger.findInvoicesOfCollection(collectionId)
  if (!invoices.some(({ spentBySession }) => spentBySession !== undefined)) return false
  const query = container.resolve<Omit<RemoteQueryFunction, symbol>>(
    ContainerRegistrationKeys.QUERY
  )
  const home = await readHome(query, collectionId)
  if (!home?.order) return false
  const taken = home.payments.reduce((sum, { net }) => MathBN.add(sum, net), MathBN.convert(0))
  return MathBN.gte(taken, home.amount)
}

/** Money over another amount than the cart's buys nothing here, and must not lock the cart. */
function hasArrived(invoice: Invoice, home: Home): boolean {
  if (invoice.state === "settled") return true
  if (!isSpendable(invoice.state, invoice.holdReason)) return false
  return invoice.spentBySession !== undefined || invoice.sessionAmount === home.amount
}

/** Asks about the invoices a customer can still be paying: those not superseded. */
async function askForMoney(
  ledger: CheckoutUzModuleService,
  invoices: Invoice[],
  home: Home,
  wait: boolean
): Promise<Invoice | undefined> {
  const live = invoices.filter(
    (invoice) =>
      OPEN_STATES.includes(invoice.state) &&
      !invoice.superseded &&
      invoice.sessionAmount === home.amount
  )
  for (const { id } of live) {
    const { kind, invoice } = await ledger.asking.verify(id, { wait })
    if (kind === "confirmed" && hasArrived(invoice, home)) return invoice
  }
  return undefined
}
