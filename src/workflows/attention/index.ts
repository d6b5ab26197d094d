import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { z } from "zod"
import type { Attention, Payout, resolveAnswerSchema } from "../../contract"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
  type Invoice,
  type Payout as PayoutRow,
} from "../../modules/checkout-uz"
import { findPeople } from "../people"
import { ownersOf } from "./owners"
import { actorsOf, presentHeld, presentPayout, presentResolved, presentUnanswered } from "./present"

/**
 * Lists paid money that is not booked and invoices that may exist at the service, each the latest
 * first, and what is to be sent back by hand, the oldest first.
 */
export async function listAttention(
  container: MedusaContainer,
  page: { limit: number; offset: number }
): Promise<Attention> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const [held, payouts, unanswered, unansweredPaid] = await Promise.all([
    ledger.attention.heldInvoices(page),
    ledger.payouts.listOpen(page),
    ledger.unanswered.list(page),
    ledger.unanswered.countPaid(),
  ])
  const [owners, people, siblings] = await Promise.all([
    ownersIn(container, [...held.rows, ...payouts.rows, ...unanswered.rows]),
    peopleIn(container, payouts.rows),
    siblingsOf(ledger, held.rows),
  ])
  return {
    held: held.rows.map((invoice) => presentHeld(invoice, owners, siblings)),
    held_count: held.count,
    payouts: payouts.rows.map((payout) => presentPayout(payout, owners, people)),
    payouts_count: payouts.count,
    unanswered: unanswered.rows.map((creation) => presentUnanswered(creation, owners)),
    unanswered_count: unanswered.count,
    to_do_count: toDo({ held, payouts, unansweredPaid }),
    ...page,
  }
}

/** How many things the merchant has to do something about, of all cash desks. */
export async function countToDo(ledger: CheckoutUzModuleService): Promise<number> {
  const one = { limit: 1, offset: 0 }
  const [held, payouts, unansweredPaid] = await Promise.all([
    ledger.attention.heldInvoices(one),
    ledger.payouts.listOpen(one),
    ledger.unanswered.countPaid(),
  ])
  return toDo({ held, payouts, unansweredPaid })
}

type Counted = { count: number }

/** Of what the service did not answer about there is something to do only where it is paid. */
function toDo(lists: { held: Counted; payouts: Counted; unansweredPaid: number }): number {
  return lists.held.count + lists.payouts.count + lists.unansweredPaid
}

/** One pay-out with its order and customer, as the list shows it. */
export async function describePayout(
  container: MedusaContainer,
  payout: PayoutRow
): Promise<Payout> {
  const [owners, people] = await Promise.all([
    ownersIn(container, [payout]),
    peopleIn(container, [payout]),
  ])
  return presentPayout(payout, owners, people)
}

/** One invoice that a merchant did something about, as the list shows it. */
export async function describeResolved(
  container: MedusaContainer,
  invoice: Invoice
): Promise<z.output<typeof resolveAnswerSchema>["invoice"]> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const [owners, siblings] = await Promise.all([
    ownersIn(container, [invoice]),
    siblingsOf(ledger, [invoice]),
  ])
  return presentResolved(invoice, owners, siblings)
}

/** Every invoice of the payments in parts that some invoices belong to. */
function siblingsOf(
  { invoices }: CheckoutUzModuleService,
  some: readonly Invoice[]
): Promise<Invoice[]> {
  const parts = some.filter(({ part }) => part !== undefined)
  return invoices.ofCollections(parts.map(({ paymentCollectionId }) => paymentCollectionId))
}

function ownersIn(container: MedusaContainer, rows: readonly { paymentCollectionId: string }[]) {
  return ownersOf(
    container.resolve(ContainerRegistrationKeys.QUERY),
    rows.map((row) => row.paymentCollectionId)
  )
}

function peopleIn(container: MedusaContainer, payouts: readonly PayoutRow[]) {
  return findPeople(container.resolve(ContainerRegistrationKeys.QUERY), actorsOf(payouts))
}
