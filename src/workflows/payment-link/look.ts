import { z } from "zod"
import { parseUzs, type Uzs } from "../../client"
import type { Invoice } from "../../modules/checkout-uz"
import { medusaDecimal } from "../../providers/checkout-uz/amounts"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import type { SettleScope } from "../settle-invoice/scope"

/** An order, or a draft of one, with everything that bears on a payment link for it. */
export type LinkLook = {
  now: Date
  order: LinkOrder
  /** The order's payment collections. */
  homes: Home[]
  /** Every invoice ever made for one of them. */
  invoices: Invoice[]
}

export type LinkOrder = {
  id: string
  displayId: number | null
  email: string | null
  currencyCode: string
  canceled: boolean
  /** What the customer still owes, in UZS; zero where nothing is open. */
  open: Uzs
  /** Ids of the payment providers that are offered in the order's region. */
  offered: string[]
}

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable())
    .nullish()
    .transform((items) => (items ?? []).filter((entry) => entry !== null))

const orderSchema = z.object({
  id: z.string(),
  display_id: z.number().nullish(),
  email: z.string().nullish(),
  currency_code: z.string(),
  status: z.string(),
  canceled_at: z.unknown(),
  region_id: z.string().nullish(),
  summary: z.object({ pending_difference: z.unknown(), raw_pending_difference: z.unknown() }),
  payment_collections: list(z.object({ id: z.string() })),
})

const FIELDS = [
  "id",
  "display_id",
  "email",
  "currency_code",
  "status",
  "canceled_at",
  "region_id",
  "summary.*",
  "payment_collections.id",
]

const ZERO = parseUzs(0)

/** Reads an order afresh; undefined where Medusa has none with this id. */
export async function lookAtOrder(
  scope: SettleScope,
  orderId: string
): Promise<LinkLook | undefined> {
  const { ledger, query } = scope
  const { data } = await query.graph({
    entity: "order",
    fields: FIELDS,
    filters: { id: orderId },
  })
  const [row] = z.array(orderSchema).parse(data)
  if (!row) return undefined
  const homes: Home[] = []
  const invoices: Invoice[] = []
  for (const { id } of row.payment_collections) {
    const home = await readHome(query, id)
    if (home) homes.push(home)
    invoices.push(...(await ledger.findInvoicesOfCollection(id)))
  }
  const offered = row.region_id ? await offeredIn(scope, row.region_id) : []
  return { now: new Date(), order: orderOf(row, offered), homes, invoices }
}

function orderOf(row: z.infer<typeof orderSchema>, offered: string[]): LinkOrder {
  const { raw_pending_difference: raw, pending_difference: plain } = row.summary
  const difference = medusaDecimal(raw ?? plain)
  if (difference === undefined || ZERO === undefined) {
    throw new Error(`Order ${row.id} does not say what it still asks for.`)
  }
  return {
    id: row.id,
    displayId: row.display_id ?? null,
    email: row.email ?? null,
    currencyCode: row.currency_code.toLowerCase(),
    canceled: row.status === "canceled" || Boolean(row.canceled_at),
    // Below zero it is the shop that owes.
    open: parseUzs(difference) ?? ZERO,
    offered,
  }
}

const regionSchema = z.array(
  z.object({ payment_providers: list(z.object({ id: z.string(), is_enabled: z.boolean() })) })
)

async function offeredIn({ query }: SettleScope, regionId: string): Promise<string[]> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["payment_providers.id", "payment_providers.is_enabled"],
    filters: { id: regionId },
  })
  return regionSchema
    .parse(data)
    .flatMap((region) => region.payment_providers)
    .filter((provider) => provider.is_enabled)
    .map(({ id }) => id)
}
