import { model } from "@medusajs/framework/utils"

/**
 * Money the merchant sends back by hand, in the service's dashboard: the service has no operation for
 * it. Every refund of Medusa and every payment that is returned is a row here, and nowhere else.
 */
export const Payout = model
  .define(
    { name: "CheckoutUzPayout", tableName: "checkout_uz_payout" },
    {
      id: model.id({ prefix: "cupay" }).primaryKey(),
      invoice_id: model.text(),
      /** The id of Medusa's refund; null where the merchant returns money that stood on nothing. */
      refund_id: model.text().nullable(),
      /** The pay-out this is a share of, where a refund is paid out of several parts of a payment. */
      share_of: model.text().nullable(),
      /** What the customer gets, in UZS. */
      amount: model.bigNumber(),
      currency_code: model.text(),
      /** When the merchant said that it was sent. */
      completed_at: model.dateTime().nullable(),
      completed_by: model.text().nullable(),
      /** In the merchant's own words. */
      note: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_payout_refund_id",
      on: ["refund_id", "invoice_id"],
      // INVARIANT: one refund of Medusa's is one pay-out, however often it is noticed: with one share, or one of
      // each part of the payment that it takes money of.
      unique: true,
      where: "refund_id IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_payout_returned",
      on: ["invoice_id"],
      // INVARIANT: an invoice's money is returned once.
      unique: true,
      where: "refund_id IS NULL AND deleted_at IS NULL",
    },
    { name: "IDX_checkout_uz_payout_invoice_id", on: ["invoice_id"] },
    {
      name: "IDX_checkout_uz_payout_share_of",
      on: ["share_of"],
      where: "share_of IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_payout_open",
      on: ["created_at"],
      where: "completed_at IS NULL AND deleted_at IS NULL",
    },
  ])
