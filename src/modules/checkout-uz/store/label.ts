import { storableLabel, type InvoiceLabel } from "../label"
import { lockCollection, rowsOf, type Sql } from "./sql"

/**
 * Labels every invoice of a payment collection, also those the customer moved on from; what the
 * label leaves out stays. Call it inside a transaction.
 */
export async function labelCollection(
  sql: Sql,
  paymentCollectionId: string,
  label: InvoiceLabel
): Promise<void> {
  // Whatever changes several rows of a collection takes this lock, so that none wait for each other.
  await lockCollection(sql, paymentCollectionId)
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
      WHERE i.payment_collection_id = :paymentCollectionId AND i.deleted_at IS NULL
        AND (i.order_id, i.order_number, i.email) IS DISTINCT FROM (
          COALESCE(l.order_id, i.order_id), COALESCE(l.order_number, i.order_number),
          COALESCE(l.email, i.email))`,
    { paymentCollectionId, ...storableLabel(label) }
  )
}
