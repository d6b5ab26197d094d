import { model } from "@medusajs/framework/utils"

/** An invoice the service was asked to make and did not answer about: it may exist there. */
export const UnansweredCreation = model
  .define(
    { name: "CheckoutUzUnansweredCreation", tableName: "checkout_uz_unanswered_creation" },
    {
      id: model.id({ prefix: "cuask" }).primaryKey(),
      service_url: model.text(),
      cash_desk: model.text(),
      payment_collection_id: model.text(),
      cart_id: model.text().nullable(),
      order_id: model.text().nullable(),
      /** What was asked for, in UZS. */
      invoice_amount: model.bigNumber(),
      /** Numbers of invoices over this amount that the history has and nobody here recorded. */
      candidates: model.array().default([]),
      /** One of them is paid, as the history says. */
      paid_candidate: model.text().nullable(),
      dismissed_at: model.dateTime().nullable(),
      dismissed_by: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_unanswered_creation_open",
      on: ["service_url", "cash_desk", "created_at"],
      where: "dismissed_at IS NULL AND deleted_at IS NULL",
    },
  ])
