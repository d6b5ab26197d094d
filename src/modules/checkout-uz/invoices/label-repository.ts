import { storableLabel, type InvoiceLabel } from "./label"
import { rowsOf, type Sql } from "../database"

/** Who changes several invoices takes them one after the other, so that none wait for each other. */
const IN_ORDER = `SELECT id FROM checkout_uz_invoice
  WHERE payment_collection_id = :paymentCollectionId ORDER BY id FOR UPDATE`

/**
 * Labels every invoice of a payment collection, also those the customer moved on from; what the
 * label leaves out stays.
 */
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
