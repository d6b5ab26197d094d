import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { Invoice } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  LockTaken,
  ownerIdOf,
  readOwnerBooks,
  underOwnerLock,
  whereFree,
  type OwnerBooks,
  type PartArrived,
} from "../../payment-context"
import { presentInvoice } from "../invoices/present"
import { askedAddress } from "../refresh-payment-session/asked-address"
import { workflowScope, type WorkflowScope } from "../scope"
import { makePaymentLink, type LinkOutcome } from "./index"
import { startSession } from "./make"

/**
 * Makes a link for what is due next of a payment in parts that its customer did not finish, or hands out the
 * one there is: for the merchant to send. An order has a payment link of its own.
 */
export async function makeRestLink(
  container: MedusaContainer,
  invoiceId: string
): Promise<LinkOutcome> {
  const scope = workflowScope(container)
  const invoice = await scope.ledger.invoices.find(invoiceId)
  if (!invoice) return { kind: "unknown" }
  const books = await readOwnerBooks(scope, invoice.paymentCollectionId)
  if (books?.context.order) return makePaymentLink(container, books.context.order.id, undefined)
  // Looked at again under the lock: the rest may be paid in this moment.
  const outcome = await underOwnerLock(scope, await ownerIdOf(scope, invoice), () =>
    linkUnderLock(scope, invoice.id)
  ).catch(whereFree)
  if (outcome !== "taken") return outcome
  return { kind: "refused", code: "in_progress", message: LockTaken.MESSAGE }
}

async function linkUnderLock(scope: WorkflowScope, invoiceId: string): Promise<LinkOutcome> {
  const invoice = await scope.ledger.invoices.find(invoiceId)
  if (!invoice) return { kind: "unknown" }
  const books =
    invoice.state === "paid" ? await readOwnerBooks(scope, invoice.paymentCollectionId) : undefined
  const arrived = books && arrivedMoney(books, invoice)
  if (!books || arrived?.kind !== "part") {
    const message = `Invoice ${invoice.number} does not wait for other parts of its payment, so there is nothing to ask for.`
    return { kind: "refused", code: "not_waiting", message }
  }
  const start = await startSession(scope, {
    collectionId: invoice.paymentCollectionId,
    providerId: invoice.providerId,
    data: askedAddress(invoice, scope.ledger.options.returnUrl),
  })
  if (start.kind !== "started") return start
  const due = await scope.ledger.invoices.ofSession(start.sessionId)
  return due
    ? { kind: "ready", link: await present(scope, due, books, arrived) }
    : { kind: "unknown" }
}

const localeSchema = z.array(z.object({ locale: z.string().nullish() }))

async function present(
  { ledger, query }: WorkflowScope,
  due: Invoice,
  { context }: OwnerBooks,
  { missing }: PartArrived
) {
  const [money, carts] = await Promise.all([
    ledger.queries.moneyOf([due]),
    query.graph({
      entity: "cart",
      fields: ["locale"],
      filters: { id: context.cart?.id ?? "" },
    }),
  ])
  const [cart] = localeSchema.parse(carts.data)
  return {
    open_amount: Number(missing),
    currency_code: due.currencyCode,
    provider_ids: [due.providerId],
    reason_against: null,
    code_against: null,
    invoice: presentInvoice(due, money.get(due.id), ledger.options),
    locale: cart?.locale ?? null,
  }
}
