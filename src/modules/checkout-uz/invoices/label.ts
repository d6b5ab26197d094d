import { rowsOf, type Sql } from "../database"

/**
 * What people know an invoice by. It is for finding and showing; the order's id also tells that money
 * was meant for an order that is gone.
 */
export type InvoiceLabel = {
  orderId?: string | undefined
  orderNumber?: number | undefined
  email?: string | undefined
}

/** No real address is longer, and an index takes no text of any length. */
const LONGEST_EMAIL = 320
const LARGEST_ORDER_NUMBER = 2 ** 31 - 1

/** The label as it is stored: what no column or index can hold is no reason to lose an invoice. */
export function storableLabel({ orderId, orderNumber, email }: InvoiceLabel) {
  const address = email?.trim().toLowerCase() ?? ""
  const isAddress = address !== "" && address.length <= LONGEST_EMAIL
  return {
    orderId: orderId ?? null,
    orderNumber: isOrderNumber(orderNumber) ? orderNumber : null,
    email: isAddress ? address : null,
  }
}

/** Whether it can be an order's number at all. */
export function isOrderNumber(number: number | undefined): number is number {
  return (
    number !== undefined &&
    Number.isInteger(number) &&
    number >= 0 &&
    number <= LARGEST_ORDER_NUMBER
  )
}

/** In one order, so that two transactions never wait for each other's rows. */
const IN_ORDER = `SELECT id FROM checkout_uz_invoice
  WHERE payment_collection_id = :paymentCollectionId ORDER BY id FOR UPDATE`

/** Labels every invoice of a payment collection; what the label leaves out stays. */
export async function labelCollection(
  sql: Sql,
  paymentCollectionId: string,
  label: InvoiceLabel
): Promise<void> {
  await rowsOf(
    sql,
    `WITH label AS (
       SELECT CAST(:orderId AS text) AS order_id, CAST(:orderNumber AS integer) AS order_number,
              CAST(:email AS text) AS email
     )
     UPDATE checkout_uz_invoice i
        SET order_id = COALESCE(l.order_id, i.order_id),
            order_number = COALESCE(l.order_number, i.order_number),
            email = COALESCE(l.email, i.email),
            updated_at = now()
       FROM label l
      WHERE i.id IN (${IN_ORDER}) AND i.deleted_at IS NULL
        AND (i.order_id, i.order_number, i.email) IS DISTINCT FROM (
          COALESCE(l.order_id, i.order_id), COALESCE(l.order_number, i.order_number),
          COALESCE(l.email, i.email))`,
    { paymentCollectionId, ...storableLabel(label) }
  )
}
