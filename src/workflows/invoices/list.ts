import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  UNNAMED_SYSTEM,
  type exportQuerySchema,
  type invoicesAnswerSchema,
  type invoicesQuerySchema,
} from "../../contract"
import {
  boundsOfDay,
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
  type InvoiceFilter,
  type InvoiceSort,
} from "../../modules/checkout-uz"
import { presentInvoice } from "./present"

type Wanted = z.output<typeof exportQuerySchema>

/** Lists invoices of the configured service, with what there is to filter them by. */
export async function listInvoices(
  container: MedusaContainer,
  { limit, offset, ...wanted }: z.output<typeof invoicesQuerySchema>
): Promise<z.output<typeof invoicesAnswerSchema>> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const { queries } = ledger
  const [{ rows, count, isMore }, facets] = await Promise.all([
    queries.list(filterOf(wanted), orderOf(wanted.order), { limit, offset }),
    queries.facets(),
  ])
  const [money, drafts] = await Promise.all([
    queries.moneyOf(rows),
    draftsAmong(
      container,
      rows.flatMap(({ orderId }) => orderId ?? [])
    ),
  ])
  return {
    invoices: rows.map((invoice) =>
      presentInvoice(invoice, money.get(invoice.id), ledger.options, drafts)
    ),
    count,
    more: isMore,
    limit,
    offset,
    cash_desks: facets.cashDesks,
    payment_systems: facets.paymentSystems,
  }
}

/** Which orders are drafts: one may have become an order since its invoice was made. */
async function draftsAmong(
  container: MedusaContainer,
  orderIds: readonly string[]
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id"],
    filters: { id: [...new Set(orderIds)], is_draft_order: true },
  })
  return new Set(draftsSchema.parse(data).map(({ id }) => id))
}

const draftsSchema = z.array(z.object({ id: z.string() }))

/** The columns of an export. */
export const EXPORT_COLUMNS = [
  "id",
  "number",
  "state",
  "standing",
  "blocker",
  "waiting_since",
  "cash_desk",
  "provider_id",
  "amount",
  "paid",
  "given_back",
  "to_send",
  "currency_code",
  "payment_system",
  "email",
  "order_id",
  "order_number",
  "cart_id",
  "created_at",
  "expires_at",
  "paid_at",
  "paid_at_text",
  "settled_at",
  "customer_name",
  "customer_phone",
  "part",
  "payment_amount",
] as const

type ExportRow = Record<(typeof EXPORT_COLUMNS)[number], string | number | null>

/** Every invoice that fits, one by one. Amounts in UZS, times in ISO 8601. */
export async function* exportInvoices(
  container: MedusaContainer,
  wanted: Wanted
): AsyncGenerator<ExportRow> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  for await (const batch of ledger.queries.batches(filterOf(wanted), orderOf(wanted.order))) {
    const money = await ledger.queries.moneyOf(batch)
    for (const invoice of batch) {
      const { order, blocker, part, ...shown } = presentInvoice(
        invoice,
        money.get(invoice.id),
        ledger.options
      )
      yield {
        ...shown,
        blocker: blocker?.reason ?? null,
        order_id: order?.id ?? null,
        order_number: order?.display_id ?? null,
        part: part && `${part.position}/${part.count}`,
        payment_amount: part?.plan_amount ?? null,
        // A spreadsheet takes a plus for a formula.
        customer_phone: invoice.customerPhone?.replace("+", "") ?? null,
      }
    }
  }
}

function filterOf(wanted: Omit<Wanted, "language" | "separator">): InvoiceFilter {
  const { q, state, standing, cash_desk, payment_system, order_id } = wanted
  return {
    q,
    states: state,
    standings: standing,
    cashDesks: cash_desk,
    paymentSystems: payment_system?.map((key) => (key === UNNAMED_SYSTEM ? null : key)),
    orderId: order_id,
    madeFrom: beginOf(wanted.from),
    madeBefore: endOf(wanted.to),
    paidFrom: beginOf(wanted.paid_from),
    paidBefore: endOf(wanted.paid_to),
  }
}

function beginOf(day: string | undefined): Date | undefined {
  return day === undefined ? undefined : boundsOfDay(day).begin
}

function endOf(day: string | undefined): Date | undefined {
  return day === undefined ? undefined : boundsOfDay(day).end
}

/** What an export is called, with the days it is of and by which date they count: `invoices-paid-from-2026-10-01`. */
export function nameOfExport({ from, to, paid_from, paid_to }: Wanted): string {
  const days = (of: string, first: string | undefined, last: string | undefined) => [
    (first ?? last) && of,
    first && `from-${first}`,
    last && `to-${last}`,
  ]
  const parts = ["invoices", ...days("created", from, to), ...days("paid", paid_from, paid_to)]
  return parts.filter(Boolean).join("-")
}

function orderOf(order: Wanted["order"]): InvoiceSort {
  switch (order) {
    case "-created_at":
      return { by: "created_at", descending: true }
    case "-paid_at":
      return { by: "paid_at", descending: true }
    case "-amount":
      return { by: "amount", descending: true }
    case "-number":
      return { by: "number", descending: true }
    default:
      return { by: order, descending: false }
  }
}
