import { model } from "@medusajs/framework/utils"

/** A refund Medusa has booked and the merchant still has to pay out in the service's dashboard. */
export const ManualRefund = model
  .define(
    { name: "CheckoutUzManualRefund", tableName: "checkout_uz_manual_refund" },
    {
      id: model.id({ prefix: "curef" }).primaryKey(),
      invoice_id: model.text(),
      /** The id of Medusa's refund: one refund is one row, however often Medusa asks. */
      refund_id: model.text(),
      amount: model.bigNumber(),
      currency_code: model.text(),
      completed_at: model.dateTime().nullable(),
      completed_by: model.text().nullable(),
      /** In the merchant's own words. */
      note: model.text().nullable(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_manual_refund_refund_id", on: ["refund_id"], unique: true },
    { name: "IDX_checkout_uz_manual_refund_invoice_id", on: ["invoice_id"] },
    {
      name: "IDX_checkout_uz_manual_refund_open",
      on: ["created_at"],
      where: "completed_at IS NULL AND deleted_at IS NULL",
    },
  ])
