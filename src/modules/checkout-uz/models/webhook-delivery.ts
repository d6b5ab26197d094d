import { model } from "@medusajs/framework/utils"

/**
 * A webhook about one of our invoices, exactly as it came. The body is kept as base64 of its raw
 * bytes: PostgreSQL's jsonb refuses NUL characters, lone surrogates and deep nesting.
 */
export const WebhookDelivery = model
  .define(
    { name: "CheckoutUzWebhookDelivery", tableName: "checkout_uz_webhook_delivery" },
    {
      id: model.id({ prefix: "cuhook" }).primaryKey(),
      cash_desk: model.text(),
      invoice_id: model.text(),
      /** Whether the address carried the invoice's own token. */
      token_matched: model.boolean(),
      body_base64: model.text(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_webhook_delivery_invoice_id", on: ["invoice_id"] },
    { name: "IDX_checkout_uz_webhook_delivery_created_at", on: ["created_at"] },
  ])
