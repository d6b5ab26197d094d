import { model } from "@medusajs/framework/utils"

/**
 * A cash desk's API key, encrypted: the one a merchant set in the admin, and each one that open invoices
 * were made with, since the key in force may be another by now, or the desk may have left the
 * configuration.
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
      /** Encrypted with the first of the plugin's `encryptionKeys`, bound to the desk. */
      encrypted: model.text(),
      /** The key's last four characters, by which its owner knows it. */
      last_four: model.text().nullable(),
      /** Since when it is the desk's key, set in the admin; null for keys that are only kept. */
      in_force_since: model.dateTime().nullable(),
      /** The user who set it. */
      set_by: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_api_key_fingerprint",
      on: ["service_url", "cash_desk", "fingerprint"],
      unique: true,
    },
    {
      name: "IDX_checkout_uz_api_key_in_force",
      on: ["service_url", "cash_desk"],
      // INVARIANT: a cash desk has at most one key in force that was set in the admin.
      unique: true,
      where: "in_force_since IS NOT NULL AND deleted_at IS NULL",
    },
  ])
