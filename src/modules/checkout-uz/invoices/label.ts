/**
 * What people know an invoice by: its order's id and number, and its customer's e-mail. It is for
 * finding and showing; the order's id also tells that money was meant for an order that is gone.
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
