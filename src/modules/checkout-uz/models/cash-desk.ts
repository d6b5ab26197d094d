import { model } from "@medusajs/framework/utils"

/** What the ledger remembers about a cash desk between sweeps, shared by all servers. */
export const CashDesk = model
  .define(
    { name: "CheckoutUzCashDesk", tableName: "checkout_uz_cash_desk" },
    {
      id: model.id({ prefix: "cudesk" }).primaryKey(),
      service_url: model.text(),
      handle: model.text(),
      /** When a sweep of this desk last began. */
      swept_at: model.dateTime(),
      /** Since when the service refuses the desk's key or this server's address. */
      rejected_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_cash_desk_handle", on: ["service_url", "handle"], unique: true },
  ])
