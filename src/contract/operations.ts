import { historyQuerySchema, rangeQuerySchema } from "./cash-desks"
import { pageSchema } from "./common"
import type { Operation } from "./operation"
import { exportQuerySchema, invoicesQuerySchema } from "./invoices"
import { READ_CASH_DESKS, READ_PAYMENTS, UPDATE_CASH_DESKS, UPDATE_PAYMENTS } from "./permissions"

const ROOT = "/admin/checkout-uz"
const DESK = `${ROOT}/cash-desks/{cash_desk}`
const INVOICE = `${ROOT}/invoices/{id}`

const deskOperations: Operation[] = [
  {
    method: "GET",
    path: `${ROOT}/cash-desks`,
    summary: "All cash desks, with their keys' last characters and their health",
    tag: "Cash desks",
    permission: READ_CASH_DESKS,
    answers: ["CashDesksAnswer"],
    refusals: [],
  },
  {
    method: "GET",
    path: DESK,
    summary: "One cash desk",
    tag: "Cash desks",
    permission: READ_CASH_DESKS,
    answers: ["CashDeskAnswer"],
    refusals: [404],
  },
  {
    method: "POST",
    path: DESK,
    summary: "Sets the API key, after it was tried at the service",
    tag: "Cash desks",
    permission: UPDATE_CASH_DESKS,
    body: "SetKey",
    answers: ["CashDeskAnswer"],
    refusals: [400, 404, 409, 502],
  },
  {
    method: "DELETE",
    path: DESK,
    summary: "Takes the API key away; the configuration's is in force again, if there is one",
    tag: "Cash desks",
    permission: UPDATE_CASH_DESKS,
    answers: ["CashDeskAnswer"],
    refusals: [404],
  },
  {
    method: "DELETE",
    path: `${DESK}/retired-keys`,
    summary: "Forgets earlier API keys, with which open invoices are still asked about",
    tag: "Cash desks",
    permission: UPDATE_CASH_DESKS,
    answers: ["CashDeskAnswer"],
    refusals: [404],
  },
  {
    method: "POST",
    path: `${DESK}/test`,
    summary: "Tries the key in force: the balance and the enabled payment systems",
    tag: "Cash desks",
    permission: READ_CASH_DESKS,
    answers: ["TestAnswer"],
    refusals: [404, 409, 502],
  },
  {
    method: "GET",
    path: `${DESK}/overview`,
    summary: "Confirmed payments by day, and what the service says of the desk",
    tag: "Cash desks",
    permission: READ_CASH_DESKS,
    query: rangeQuerySchema,
    answers: ["Overview"],
    refusals: [400, 404],
  },
  {
    method: "GET",
    path: `${DESK}/history`,
    summary: "The service's history beside this store's invoices",
    tag: "Cash desks",
    permission: READ_CASH_DESKS,
    query: historyQuerySchema,
    answers: ["History", "csv"],
    refusals: [400, 404, 409, 502],
  },
]

const settingsOperations: Operation[] = [
  {
    method: "GET",
    path: `${ROOT}/settings`,
    summary: "The settings, with where each comes from",
    tag: "Settings",
    permission: READ_CASH_DESKS,
    answers: ["Settings"],
    refusals: [],
  },
  {
    method: "POST",
    path: `${ROOT}/settings`,
    summary: "Changes settings: what is left out stays, null goes back to the configuration",
    tag: "Settings",
    permission: UPDATE_CASH_DESKS,
    body: "SetSettings",
    answers: ["Settings"],
    refusals: [400],
  },
  {
    method: "GET",
    path: `${ROOT}/doctor`,
    summary: "Checks the configuration, the database and the service, and says what to mend",
    tag: "Settings",
    permission: READ_CASH_DESKS,
    answers: ["DoctorAnswer"],
    refusals: [],
  },
]

const invoiceOperations: Operation[] = [
  {
    method: "GET",
    path: `${ROOT}/invoices`,
    summary: "Invoices that fit the filters",
    tag: "Payments",
    permission: READ_PAYMENTS,
    query: invoicesQuerySchema,
    answers: ["InvoicesAnswer"],
    refusals: [400],
  },
  {
    method: "GET",
    path: `${ROOT}/invoices/export`,
    summary: "All invoices that fit the filters, as CSV",
    tag: "Payments",
    permission: READ_PAYMENTS,
    query: exportQuerySchema,
    answers: ["csv"],
    refusals: [400],
  },
  {
    method: "GET",
    path: INVOICE,
    summary: "One invoice with its history, webhooks and pay-outs",
    tag: "Payments",
    permission: READ_PAYMENTS,
    answers: ["InvoiceAnswer"],
    refusals: [404],
  },
  {
    method: "POST",
    path: `${INVOICE}/check`,
    summary: "Asks the service about the invoice now, and settles what is paid",
    tag: "Payments",
    permission: UPDATE_PAYMENTS,
    answers: ["CheckAnswer"],
    refusals: [404],
  },
  {
    method: "POST",
    path: `${INVOICE}/resolve`,
    summary: "Tries a held payment again, or ends it and puts its money on the list of pay-outs",
    tag: "Attention",
    permission: UPDATE_PAYMENTS,
    body: "Resolve",
    answers: ["ResolveAnswer"],
    refusals: [400, 404, 409, 502],
  },
  {
    method: "GET",
    path: `${INVOICE}/receipt`,
    summary: "The fiscal receipt, as far as the service has one",
    tag: "Payments",
    permission: READ_PAYMENTS,
    answers: ["Receipt"],
    refusals: [404],
  },
]

const attentionOperations: Operation[] = [
  {
    method: "GET",
    path: `${ROOT}/attention`,
    summary: "Held payments, pay-outs to make by hand, and invoices that may exist at the service",
    tag: "Attention",
    permission: READ_PAYMENTS,
    query: pageSchema,
    answers: ["Attention"],
    refusals: [400],
  },
  {
    method: "POST",
    path: `${ROOT}/refunds/{id}/complete`,
    summary: "Ticks off a pay-out, of a refund or of returned money, that was sent by hand",
    tag: "Attention",
    permission: UPDATE_PAYMENTS,
    body: "CompletePayout",
    answers: ["CompletePayoutAnswer"],
    refusals: [400, 404],
  },
  {
    method: "POST",
    path: `${ROOT}/unanswered-invoices/{id}/dismiss`,
    summary: "Takes an invoice that may exist at the service off the list",
    tag: "Attention",
    permission: UPDATE_PAYMENTS,
    answers: ["DismissAnswer"],
    refusals: [404],
  },
]

const linkOperations: Operation[] = [
  {
    method: "GET",
    path: `${ROOT}/orders/{id}/payment-link`,
    summary: "What is open on an order or a draft, and the link that asks for it",
    tag: "Payment links",
    permission: READ_PAYMENTS,
    answers: ["PaymentLink"],
    refusals: [404],
  },
  {
    method: "POST",
    path: `${ROOT}/orders/{id}/payment-link`,
    summary: "Makes a payment link for what is open, or hands out the one there is",
    tag: "Payment links",
    permission: UPDATE_PAYMENTS,
    body: "MakePaymentLink",
    answers: ["PaymentLink"],
    refusals: [400, 404, 409, 502],
  },
  {
    method: "POST",
    path: `${ROOT}/invoices/{id}/rest-link`,
    summary:
      "Makes a link for the part that is due of a payment in parts, of which this invoice is paid",
    tag: "Payment links",
    permission: UPDATE_PAYMENTS,
    answers: ["PaymentLink"],
    refusals: [404, 409, 502],
  },
]

/** Every route under `/admin/checkout-uz`: the permissions and `openapi.json` are made from it. */
export const OPERATIONS: readonly Operation[] = [
  ...deskOperations,
  ...settingsOperations,
  ...invoiceOperations,
  ...attentionOperations,
  ...linkOperations,
]
