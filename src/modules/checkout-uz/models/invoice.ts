import { model } from "@medusajs/framework/utils"
import { BLOCKER_REASONS, INVOICE_STATES } from "../invoices/states"

/**
 * Every invoice ever created at the service, also those the customer moved on from: an old page
 * can still be paid, and the money must then be found.
 *
 * Rows change only through the statements in `../invoices`, each conditional on the state it leaves.
 */
export const Invoice = model
  .define(
    { name: "CheckoutUzInvoice", tableName: "checkout_uz_invoice" },
    {
      id: model.id({ prefix: "cuinv" }).primaryKey(),
      /** Base address of the service the invoice lives at: a sandbox's numbers never meet live ones. */
      service_url: model.text(),
      cash_desk: model.text(),
      /** The invoice's integer id at the service, as digits (it may outgrow a 32-bit column). */
      number: model.text(),
      uuid: model.text(),
      /** A fingerprint of the API key the invoice was created with. */
      key_fingerprint: model.text(),
      state: model.enum([...INVOICE_STATES]),
      /** Why its paid money is not booked yet; see `../invoices/blocker`. */
      blocker: model.enum([...BLOCKER_REASONS]).nullable(),
      blocker_facts: model.json().nullable(),
      blocker_since: model.dateTime().nullable(),
      /** Since when it is paid and not booked. */
      waiting_since: model.dateTime().nullable(),
      /** From when the merchant has to see it, where that is another time than soon: a part waits for the others. */
      held_from: model.dateTime().nullable(),

      provider_id: model.text(),
      payment_collection_id: model.text(),
      /** The cart the invoice was made for, if there was one. */
      cart_id: model.text().nullable(),
      /**
       * What the merchant knows it by, as far as there is any: the order's id and number, the
       * customer's e-mail in small letters, name, and phone as digits. The order's id also tells that
       * money was meant for an order that is gone.
       */
      order_id: model.text().nullable(),
      order_number: model.number().nullable(),
      email: model.text().nullable(),
      customer_name: model.text().nullable(),
      customer_phone: model.text().nullable(),
      /**
       * What a search looks through: all of the customer in small letters, without apostrophes. The
       * database writes it (see the migration), so nothing can be found that is not there.
       */
      search_words: model.text().nullable(),
      currency_code: model.text(),
      /** What Medusa is told, in UZS. */
      session_amount: model.bigNumber(),
      /** What the service was asked for, in UZS: the amount an answer must match. */
      invoice_amount: model.bigNumber(),
      /** What the service said was paid, when that differs from the invoice. */
      paid_amount: model.bigNumber().nullable(),
      /**
       * Of an invoice that is one part of a payment: which, of how many, as planned when it was made, and what
       * the whole payment comes to, in UZS. Null for an invoice that is a payment by itself.
       */
      part_position: model.number().nullable(),
      part_count: model.number().nullable(),
      plan_amount: model.bigNumber().nullable(),

      /** Where the customer returns to, before the session's id is filled in: part of the intent. */
      return_address: model.text().default(""),
      payment_url: model.text(),
      pay_via: model.json(),
      custom_payment_pages: model.json(),
      expires_at: model.dateTime(),
      /** Random token in this invoice's own webhook address. It saves a delivery from limits; it proves no payment. */
      webhook_token: model.text(),
      /** Key of the payment system, as a webhook named it. */
      payment_system: model.text().nullable(),

      /** When the latest call to the service about this invoice began (the database's clock). */
      requested_at: model.dateTime().nullable(),
      /** When the latest call that was answered began, and the payment status it answered with. */
      answered_at: model.dateTime().nullable(),
      answered_status: model.text().nullable(),
      /** When the invoice wants to be asked about next. */
      next_check_at: model.dateTime().nullable(),
      check_attempts: model.number().default(0),
      /** Since when the service says that it does not know this invoice of ours. */
      unknown_since: model.dateTime().nullable(),
      /** When an order that still awaits this payment is cancelled; null for never. */
      give_up_at: model.dateTime().nullable(),

      /** The payment session this invoice's money was spent by. */
      spent_by_session: model.text().nullable(),
      /** Its place among the invoices that session has spent: parts are spent together. */
      spent_position: model.number().default(1),
      /** Whom its money is for; see `./owner`. */
      owner_id: model.text().nullable(),
      settle_attempts: model.number().default(0),
      /** How often core was asked to complete the cart, and when last: it may burn an order number. */
      completion_attempts: model.number().default(0),
      completion_attempted_at: model.dateTime().nullable(),
      last_error: model.text().nullable(),
      /** The service's own text for the time of payment; its time zone is unknown. */
      paid_at_text: model.text().nullable(),
      paid_at: model.dateTime().nullable(),
      /** When a webhook first told of it. */
      notified_at: model.dateTime().nullable(),
      settled_at: model.dateTime().nullable(),
      /** The fiscal receipt, as names with values, since it was first read. */
      receipt: model.json().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_checkout_uz_invoice_number",
      on: ["service_url", "cash_desk", "number"],
      unique: true,
    },
    { name: "IDX_checkout_uz_invoice_payment_collection_id", on: ["payment_collection_id"] },
    {
      name: "IDX_checkout_uz_invoice_spent_by_session",
      on: ["spent_by_session", "spent_position"],
      // INVARIANT: one payment session spends once: one invoice, or the parts that together make its payment.
      unique: true,
      where: "spent_by_session IS NOT NULL AND deleted_at IS NULL",
    },
    { name: "IDX_checkout_uz_invoice_owner_id", on: ["owner_id"] },
    {
      name: "IDX_checkout_uz_invoice_next_check_at",
      on: ["next_check_at"],
      where: "next_check_at IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_invoice_give_up_at",
      on: ["give_up_at"],
      where: "give_up_at IS NOT NULL AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_invoice_open",
      on: ["service_url", "cash_desk", "key_fingerprint"],
      where: "state IN ('pending', 'expired', 'closed') AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_invoice_waiting",
      on: ["waiting_since"],
      where: "state = 'paid' AND deleted_at IS NULL",
    },
    {
      name: "IDX_checkout_uz_invoice_settled_at",
      on: ["settled_at"],
      where: "state = 'settled' AND deleted_at IS NULL",
    },
    // The lists' counts and what there is to filter by are read from the index alone. What Medusa's models have no
    // words for is in the migrations: indexes of expressions, for sorting and for days, of moments of payment with what
    // they are summed up by, and of parts of words.
    { name: "IDX_checkout_uz_invoice_service_state", on: ["service_url", "state"] },
    {
      name: "IDX_checkout_uz_invoice_payment_system",
      on: ["service_url", "payment_system", "cash_desk"],
    },
    { name: "IDX_checkout_uz_invoice_invoice_amount", on: ["invoice_amount", "id"] },
    { name: "IDX_checkout_uz_invoice_created_at", on: ["created_at", "id"] },
    { name: "IDX_checkout_uz_invoice_state", on: ["state", "created_at"] },
    { name: "IDX_checkout_uz_invoice_order_id", on: ["order_id"], where: "order_id IS NOT NULL" },
    {
      name: "IDX_checkout_uz_invoice_order_number",
      on: ["order_number"],
      where: "order_number IS NOT NULL",
    },
  ])
