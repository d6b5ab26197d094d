import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { parseUzs, type Uzs } from "../../client"
import { isSpendable, sumOfInvoices, type Invoice } from "../../modules/checkout-uz"
import {
  arrivedMoney,
  netOf,
  readOrderBooks,
  roomFor,
  type Buyer,
  type ContextCollection,
  type OrderBooks,
} from "../../payment-context"
import { offeredProviders } from "../regions"
import type { WorkflowScope } from "../scope"

/** An order, or a draft of one, with everything that bears on a payment link for it. */
export type LinkContext = {
  order: LinkOrder
  /** Whom its money is for: what locks are taken on. */
  ownerId: string
  /** The order's payment collections. */
  collections: ContextCollection[]
  /** Every invoice ever made for one of them. */
  invoices: Invoice[]
  /** Money that has come, fits what is open and is not booked yet. */
  arriving: Invoice | undefined
  /** Money that has come in a payment collection that was deleted in Medusa, and has not followed its order yet. */
  leftBehind: Invoice | undefined
}

export type LinkOrder = {
  id: string
  displayId: number | null
  buyer: Buyer
  /** A language tag, such as `ru-RU`. */
  locale: string | null
  isDraft: boolean
  currencyCode: string
  canceled: boolean
  /** What can still be paid for it, in UZS; zero where nothing is open. */
  open: Uzs
  /** What of that has not come, where parts of its payment have. */
  missing: Uzs
  /** Ids of the payment providers that are offered in the order's region. */
  offered: readonly string[]
}

const placeSchema = z.array(
  z.object({
    currency_code: z.string(),
    region_id: z.string().nullish(),
    locale: z.string().nullish(),
    is_draft_order: z.boolean().nullish(),
  })
)

/** Reads an order afresh; undefined where Medusa has none with this id. */
export async function loadUnpaidOrder(
  scope: WorkflowScope,
  orderId: string
): Promise<LinkContext | undefined> {
  const books = await readOrderBooks(scope, orderId)
  if (!books) return undefined
  const { order, ownerId, collections, invoices, claim } = books
  const { data } = await scope.query.graph({
    entity: "order",
    fields: ["currency_code", "region_id", "locale", "is_draft_order"],
    filters: { id: orderId },
  })
  const [place] = placeSchema.parse(data)
  const room = roomFor(books)
  // Also money whose payment collection was deleted in Medusa: it is this order's all the same.
  const owned = (await scope.ledger.invoices.ofOwner(ownerId)).filter(isSpendable)
  const places = new Set(collections.map(({ collectionId }) => collectionId))
  // Below zero it is the shop that owes; less than a som is nothing, as Medusa counts.
  const open = openAmount(MathBN.gte(room.open, 1) ? room.open : "0")
  return {
    ownerId,
    collections,
    invoices,
    arriving: [...invoices, ...owned].find(
      (invoice) => isSpendable(invoice) && fits(books, invoice)
    ),
    leftBehind: owned.find(({ paymentCollectionId }) => !places.has(paymentCollectionId)),
    order: {
      id: order.id,
      displayId: order.displayId ?? null,
      buyer: order.buyer,
      locale: place?.locale ?? null,
      isDraft: place?.is_draft_order ?? false,
      currencyCode: (place?.currency_code ?? "").toLowerCase(),
      canceled: claim.canceled,
      open,
      missing: missingOf(books, open),
      offered: place?.region_id ? await offeredProviders(scope, place.region_id) : [],
    },
  }
}

/** What of an open amount has not come in parts that a link goes on with: it goes into no collection that was paid. */
function missingOf(books: OrderBooks, open: Uzs): Uzs {
  const paid = new Set(
    books.collections
      .filter(({ payments }) => payments.length > 0)
      .map(({ collectionId }) => collectionId)
  )
  const begun = books.invoices
    .filter(
      (invoice) =>
        invoice.part !== undefined && isSpendable(invoice) && !paid.has(invoice.paymentCollectionId)
    )
    .map((invoice) => arrivedMoney(books, invoice))
    .find((arrived) => arrived.kind === "part")
  return begun ? openAmount(netOf([open], [sumOfInvoices(begun.invoices)])) : open
}

/** A part whose others have not come leaves something to pay. */
function fits(books: OrderBooks, invoice: Invoice): boolean {
  return arrivedMoney(books, invoice).kind === "whole"
}

function openAmount(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`What is open on an order is no amount: ${text}.`)
  return amount
}
