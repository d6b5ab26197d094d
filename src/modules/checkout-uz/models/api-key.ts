import { model } from "@medusajs/framework/utils"

/**
 * A cash desk's API key, sealed, for as long as open invoices were made with it: the key in force
 * may be another one by now, or the desk may have left the configuration.
 */
export const ApiKey = model
  .define(
    { name: "CheckoutUzApiKey", tableName: "checkout_uz_api_key" },
    {
      id: model.id({ prefix: "cukey" }).primaryKey(),
      service_url: model.text(),
      cash_desk: model.text(),
      /** A name for the key that does not give it away: see `fingerprint`. */
      fingerprint: model.text(),
      /** Sealed with the first of the plugin's `encryptionKeys`, bound to the desk. */
      sealed: model.text(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_api_key_fingerprint",
      on: ["service_url", "cash_desk", "fingerprint"],
      unique: true,
    },
  ])
