import { rowsOfPlanned, type Sql } from "../database"

/**
 * What people know an invoice by. It is for finding and showing; the order's id also tells that money
 * was meant for an order that is gone.
 */
export type InvoiceLabel = {
  orderId?: string | undefined
  orderNumber?: number | undefined
  email?: string | undefined
  customerName?: string | undefined
  customerPhone?: string | undefined
}

/** No real address is longer, and an index takes no text of any length. */
const LONGEST_EMAIL = 320
const LONGEST_NAME = 200
const PHONE_DIGITS = { fewest: 3, most: 20 }
const LARGEST_ORDER_NUMBER = 2 ** 31 - 1

/** The label as it is stored: what no column or index can hold is no reason to lose an invoice. */
export function storableLabel(label: InvoiceLabel) {
  const { orderId, orderNumber } = label
  const address = label.email?.trim().toLowerCase() ?? ""
  const isAddress = address !== "" && address.length <= LONGEST_EMAIL
  return {
    orderId: orderId ?? null,
    orderNumber: isOrderNumber(orderNumber) ? orderNumber : null,
    email: isAddress ? address : null,
    customerName: storableName(label.customerName),
    customerPhone: storablePhone(label.customerPhone),
  }
}

function storableName(name: string | undefined): string | null {
  const words = name?.trim().replace(/\s+/g, " ") ?? ""
  return words === "" ? null : Array.from(words).slice(0, LONGEST_NAME).join("")
}

/** A phone as its digits, so that it is found however it was typed; with its plus where it has one. */
function storablePhone(phone: string | undefined): string | null {
  const digits = phone?.replace(/\D/g, "") ?? ""
  if (digits.length < PHONE_DIGITS.fewest || digits.length > PHONE_DIGITS.most) return null
  return phone?.trim().startsWith("+") ? `+${digits}` : digits
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

/** The ways in which people type the mark of oʻ and gʻ: a name may hold another, or none. */
export const APOSTROPHES = "ʻʼ‘’'`´"

/** In one order, so that two transactions never wait for each other's rows. */
const IN_ORDER = `SELECT id FROM checkout_uz_invoice
  WHERE payment_collection_id = :paymentCollectionId ORDER BY id FOR UPDATE`

/** Labels every invoice of a payment collection; what the label leaves out stays. */
export async function labelCollection(
  sql: Sql,
  paymentCollectionId: string,
  label: InvoiceLabel
): Promise<void> {
  await rowsOfPlanned(
    sql,
    `WITH label AS (
       SELECT i.id, COALESCE(:orderId, i.order_id) AS order_id,
              COALESCE(CAST(:orderNumber AS integer), i.order_number) AS order_number,
              COALESCE(:email, i.email) AS email,
              COALESCE(:customerName, i.customer_name) AS customer_name,
              COALESCE(:customerPhone, i.customer_phone) AS customer_phone
         FROM checkout_uz_invoice i WHERE i.id IN (${IN_ORDER}) AND i.deleted_at IS NULL
     )
     UPDATE checkout_uz_invoice i
        SET order_id = l.order_id, order_number = l.order_number, email = l.email,
            customer_name = l.customer_name, customer_phone = l.customer_phone,
            updated_at = now()
       FROM label l
      WHERE i.id = l.id
        AND (i.order_id, i.order_number, i.email, i.customer_name, i.customer_phone)
            IS DISTINCT FROM
            (l.order_id, l.order_number, l.email, l.customer_name, l.customer_phone)`,
    { paymentCollectionId, ...storableLabel(label) }
  )
}
