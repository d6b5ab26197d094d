import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { RESOLUTIONS_OF, type Invoice, type ManualRefund } from "../../modules/checkout-uz"
import { settleScope, type SettleScope } from "../settle-invoice/scope"

/** The order and the customer a payment belongs to, as far as there are any. */
type Owner = {
  order: { id: string; display_id: number | null } | null
  customer: { id: string | null; email: string | null } | null
  cart_id: string | null
}

/** Paid money that waits for the merchant. Amounts in UZS, times in ISO 8601. */
export type HeldPayment = Owner & {
  id: string
  number: number
  cash_desk: string
  reason: string
  /** What the invoice asked for. */
  amount: number
  currency_code: string
  payment_system: string | null
  paid_at: string | null
  last_error: string | null
  /** What can be done about it: see `POST /admin/checkout-uz/invoices/:id/resolve`. */
  actions: readonly string[]
}

/** A refund to pay out by hand. Amount in UZS, times in ISO 8601. */
export type RefundToMake = Owner & {
  id: string
  amount: number
  currency_code: string
  invoice_id: string
  invoice_number: number
  created_at: string
  completed_at: string | null
  completed_by: string | null
  note: string | null
}

/** What needs the merchant. Counts are of everything, the lists of the page that was asked for. */
export type Attention = {
  held: HeldPayment[]
  held_count: number
  refunds: RefundToMake[]
  refunds_count: number
  limit: number
  offset: number
}

/** Lists held payments, the latest first, and refunds to make by hand, the oldest first. */
export async function listAttention(
  container: MedusaContainer,
  page: { limit: number; offset: number }
): Promise<Attention> {
  const scope = settleScope(container)
  const { attention } = scope.ledger
  const held = await attention.heldInvoices(page)
  const refunds = await attention.openRefunds(page)
  const owners = await ownersOf(
    scope,
    [...held.rows, ...refunds.rows].map((row) => row.paymentCollectionId)
  )
  return {
    held: held.rows.map((invoice) => presentHeld(invoice, owners)),
    held_count: held.count,
    refunds: refunds.rows.map((refund) => presentRefund(refund, owners)),
    refunds_count: refunds.count,
    ...page,
  }
}

/** One refund with its order and customer, as the list shows it. */
export async function describeRefund(
  container: MedusaContainer,
  refund: ManualRefund
): Promise<RefundToMake> {
  const owners = await ownersOf(settleScope(container), [refund.paymentCollectionId])
  return presentRefund(refund, owners)
}

/** One held, or formerly held, payment with its order and customer, as the list shows it. */
export async function describeHeld(
  container: MedusaContainer,
  invoice: Invoice
): Promise<HeldPayment & { state: string }> {
  const owners = await ownersOf(settleScope(container), [invoice.paymentCollectionId])
  return { ...presentHeld(invoice, owners), state: invoice.state }
}

function presentHeld(invoice: Invoice, owners: Owners): HeldPayment {
  const { holdReason: reason } = invoice
  const owner = owners.get(invoice.paymentCollectionId)
  return {
    id: invoice.id,
    number: invoice.number,
    cash_desk: invoice.cashDesk,
    reason: reason ?? "",
    amount: Number(invoice.invoiceAmount),
    currency_code: invoice.currencyCode,
    payment_system: invoice.paymentSystem ?? null,
    paid_at: invoice.paidAt?.toISOString() ?? null,
    last_error: invoice.lastError ?? null,
    actions: invoice.state === "held" && reason !== undefined ? RESOLUTIONS_OF[reason] : [],
    ...(owner ?? NOBODY),
    cart_id: owner?.cart_id ?? invoice.cartId ?? null,
  }
}

function presentRefund(refund: ManualRefund, owners: Owners): RefundToMake {
  return {
    id: refund.id,
    amount: Number(refund.amount),
    currency_code: refund.currencyCode,
    invoice_id: refund.invoiceId,
    invoice_number: refund.invoiceNumber,
    created_at: refund.createdAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
    completed_by: refund.completedBy ?? null,
    note: refund.note ?? null,
    ...(owners.get(refund.paymentCollectionId) ?? NOBODY),
  }
}

type Owners = ReadonlyMap<string, Owner>
const NOBODY: Owner = { order: null, customer: null, cart_id: null }

const personSchema = z.object({
  id: z.string(),
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
})
const ownerSchema = z.array(
  z.object({
    id: z.string(),
    cart: personSchema.nullish(),
    order: personSchema.extend({ display_id: z.number().nullish() }).nullish(),
  })
)

async function ownersOf({ query }: SettleScope, collectionIds: string[]): Promise<Owners> {
  if (collectionIds.length === 0) return new Map()
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: [
      "id",
      "cart.id",
      "cart.email",
      "cart.customer_id",
      "order.id",
      "order.display_id",
      "order.email",
      "order.customer_id",
    ],
    filters: { id: [...new Set(collectionIds)] },
  })
  return new Map(
    ownerSchema.parse(data).map(({ id, cart, order }) => {
      const person = order ?? cart
      return [
        id,
        {
          order: order ? { id: order.id, display_id: order.display_id ?? null } : null,
          customer: person ? { id: person.customer_id ?? null, email: person.email ?? null } : null,
          cart_id: cart?.id ?? null,
        },
      ]
    })
  )
}
