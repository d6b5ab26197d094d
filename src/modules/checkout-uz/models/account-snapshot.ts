import { model } from "@medusajs/framework/utils"

/** What the service last answered about a cash desk, for seconds: all servers read the same. */
export const AccountSnapshotRow = model
  .define(
    { name: "CheckoutUzAccountSnapshot", tableName: "checkout_uz_account_snapshot" },
    {
      id: model.id({ prefix: "curead" }).primaryKey(),
      service_url: model.text(),
      cash_desk: model.text(),
      /** The key it was read with: another key may be another cash desk's. */
      key_fingerprint: model.text(),
      operation: model.text(),
      answer: model.json(),
      read_at: model.dateTime(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_account_snapshot_operation",
      on: ["service_url", "cash_desk", "key_fingerprint", "operation"],
      unique: true,
    },
  ])
