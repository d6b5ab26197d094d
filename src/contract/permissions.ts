/**
 * What a role of Medusa's can allow in this plugin. Reading and changing are two permissions for each.
 * Their names are kept in stores' databases, so they never change.
 */
export const RESOURCES = {
  /** Invoices, payments, pay-outs and payment links. */
  payment: "checkout_uz_payment",
  /** Cash desks with their API keys, and the settings. */
  cashDesk: "checkout_uz_cash_desk",
} as const

export type Permission = {
  resource: (typeof RESOURCES)[keyof typeof RESOURCES]
  operation: "read" | "update"
}

export const READ_PAYMENTS: Permission = { resource: RESOURCES.payment, operation: "read" }
export const UPDATE_PAYMENTS: Permission = { resource: RESOURCES.payment, operation: "update" }
export const READ_CASH_DESKS: Permission = { resource: RESOURCES.cashDesk, operation: "read" }
export const UPDATE_CASH_DESKS: Permission = { resource: RESOURCES.cashDesk, operation: "update" }
