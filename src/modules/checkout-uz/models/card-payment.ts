import { model } from "@medusajs/framework/utils"

/**
 * A card payment between its two steps. Nothing of the card is here: only the token that the service
 * takes with the code, encrypted, until it is of no use any more.
 */
export const CardPayment = model
  .define(
    { name: "CheckoutUzCardPayment", tableName: "checkout_uz_card_payment" },
    {
      id: model.id({ prefix: "cucard" }).primaryKey(),
      invoice_id: model.text(),
      encrypted_token: model.text(),
      expires_at: model.dateTime(),
      /** When a code was passed on whose answer has not come yet; `-infinity` once it was lost. */
      confirmed_at: model.dateTime().nullable(),
      /** How many codes were refused for this token. */
      refusals: model.number().default(0),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_card_payment_invoice", on: ["invoice_id"], unique: true },
    { name: "IDX_checkout_uz_card_payment_expires", on: ["expires_at"] },
  ])
