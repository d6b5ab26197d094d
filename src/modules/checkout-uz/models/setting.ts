import { model } from "@medusajs/framework/utils"

/** A choice a merchant made in the admin. What is not here is as the configuration has it. */
export const Setting = model
  .define(
    { name: "CheckoutUzSetting", tableName: "checkout_uz_setting" },
    {
      id: model.id({ prefix: "cuset" }).primaryKey(),
      name: model.text(),
      /** The value as JSON: `{ value }`. */
      chosen: model.json(),
      /** The user who chose it. */
      set_by: model.text(),
    }
  )
  .indexes([{ name: "IDX_checkout_uz_setting_name", on: ["name"], unique: true }])
