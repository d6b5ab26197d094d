import { model } from "@medusajs/framework/utils"

/** What the ledger remembers about a cash desk, shared by all servers. */
export const CashDesk = model
  .define(
    { name: "CheckoutUzCashDesk", tableName: "checkout_uz_cash_desk" },
    {
      id: model.id({ prefix: "cudesk" }).primaryKey(),
      service_url: model.text(),
      handle: model.text(),
      /** When a sweep of this desk last began. */
      swept_at: model.dateTime().nullable(),
      /** Since when the service refuses the desk's key or this server's address. */
      rejected_at: model.dateTime().nullable(),
      /** Until when the service wants no calls of the desk: it answered 429. */
      paused_until: model.dateTime().nullable(),
      /** The desk's id at the service, once a confirmed payment's webhook has shown it. */
      shop_id: model.text().nullable(),
      /** When a webhook about one of its invoices last came. */
      webhook_at: model.dateTime().nullable(),
      /** Why a call to the service last failed, as a code that has words in every language. */
      last_error: model.text().nullable(),
      last_error_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_cash_desk_handle", on: ["service_url", "handle"], unique: true },
  ])
