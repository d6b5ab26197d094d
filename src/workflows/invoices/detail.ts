import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import type { checkAnswerSchema, InvoiceDetail } from "../../contract"
import type { Invoice } from "../../modules/checkout-uz"
import { ownerOf, ownersOf } from "../attention/owners"
import { actionsFor, actorsOf, otherAmount, partsInCase, presentPayout } from "../attention/present"
import { findPeople } from "../people"
import { settleInvoice } from "../settle-invoice"
import { problemIn } from "../settle-invoice/outcome"
import { workflowScope, type WorkflowScope } from "../scope"
import { presentDelivery } from "./present-delivery"
import { presentInvoice } from "./present"

/** One invoice with all that is known of it; undefined for an unknown one. */
export async function describeInvoice(
  container: MedusaContainer,
  invoiceId: string
): Promise<InvoiceDetail | undefined> {
  const scope = workflowScope(container)
  const invoice = await scope.ledger.invoices.find(invoiceId)
  return invoice && describe(scope, invoice)
}

/**
 * Asks the service about an invoice now, settles what turns out to be paid, and says how it is then.
 * What has reached its end is not asked about.
 *
 * @returns undefined for an unknown invoice
 */
export async function checkInvoice(
  container: MedusaContainer,
  invoiceId: string
): Promise<z.output<typeof checkAnswerSchema> | undefined> {
  const scope = workflowScope(container)
  const before = await scope.ledger.invoices.find(invoiceId)
  if (!before) return undefined
  const isOver = before.state === "settled" || before.state === "returned"
  const outcome = isOver ? undefined : await settleInvoice(container, invoiceId, { urgency: "now" })
  const now = (await scope.ledger.invoices.find(invoiceId)) ?? before
  return {
    invoice: await describe(scope, now),
    problem: outcome?.kind === "unanswered" ? problemIn(outcome) : null,
  }
}

async function describe(scope: WorkflowScope, invoice: Invoice): Promise<InvoiceDetail> {
  const { queries, options } = scope.ledger
  const parts = await partsWith(scope, invoice)
  const others = parts.filter(({ id }) => id !== invoice.id)
  const [moves, deliveries, payouts, owners, money] = await Promise.all([
    queries.transitionsOf(invoice.id),
    queries.deliveriesOf(invoice.id),
    scope.ledger.payouts.of(invoice.id),
    ownersOf(scope.query, [invoice.paymentCollectionId]),
    queries.moneyOf([invoice, ...others]),
  ])
  const people = await findPeople(scope.query, [
    ...moves.map(({ actorId }) => actorId),
    ...actorsOf(payouts),
  ])
  const owner = ownerOf(owners, invoice)
  const shown = presentInvoice(invoice, money.get(invoice.id), options)
  return {
    ...shown,
    order: owner.order ?? shown.order,
    cart_id: owner.cart_id ?? shown.cart_id,
    uuid: invoice.uuid,
    paid_amount: otherAmount(invoice),
    customer: owner.customer,
    items: owner.items,
    last_error: invoice.lastError ?? null,
    next_check_at: invoice.nextCheckAt?.toISOString() ?? null,
    unknown_since: invoice.unknownSince?.toISOString() ?? null,
    actions: actionsFor(invoice),
    moves: moves.map(({ from, to, reason, actorId, note, at }) => ({
      from,
      to,
      reason: reason ?? null,
      actor: people(actorId),
      note: note ?? null,
      at: at.toISOString(),
    })),
    deliveries: deliveries.map(presentDelivery),
    payouts: payouts.map((payout) => presentPayout(payout, owners, people)),
    other_parts: others.map((other) => presentInvoice(other, money.get(other.id), options)),
    parts: invoice.state === "paid" ? partsInCase(invoice, parts) : [],
  }
}

/** The parts of an invoice's payment, itself included, in the order in which they were made. */
async function partsWith(
  { ledger }: WorkflowScope,
  { part, paymentCollectionId }: Invoice
): Promise<Invoice[]> {
  if (!part) return []
  const known = await ledger.invoices.ofCollections([paymentCollectionId])
  return known.filter((other) => other.part !== undefined)
}
