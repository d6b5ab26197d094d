import { model } from "@medusajs/framework/utils"
import { ALERT_KINDS } from "../alerts/alert"

/**
 * Something the merchant has to be told, written together with what it is about, so that a crash
 * right afterwards does not swallow it.
 */
export const Alert = model
  .define(
    { name: "CheckoutUzAlert", tableName: "checkout_uz_alert" },
    {
      id: model.id({ prefix: "cualert" }).primaryKey(),
      kind: model.enum([...ALERT_KINDS]),
      /** One occasion is one alert, however often and on however many servers it is noticed. */
      occasion: model.text(),
      cash_desk: model.text(),
      invoice_id: model.text().nullable(),
      /** The blocker of held money, a pay-out's id, or what was found, in one message. */
      reason: model.text(),
      /** When a server began to publish it. */
      claimed_at: model.dateTime().nullable(),
      /** When it was published; until then it waits. */
      published_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_alert_occasion", on: ["occasion"], unique: true },
    {
      name: "IDX_checkout_uz_alert_waiting",
      on: ["created_at"],
      where: "published_at IS NULL AND deleted_at IS NULL",
    },
  ])
