import { model } from "@medusajs/framework/utils"

/**
 * Which payment sessions an invoice was handed out to. Sessions come and go while one invoice
 * lives, and a return address may name a session that has been replaced meanwhile.
 */
export const InvoiceBinding = model
  .define(
    { name: "CheckoutUzInvoiceBinding", tableName: "checkout_uz_invoice_binding" },
    {
      id: model.id({ prefix: "cubind" }).primaryKey(),
      invoice_id: model.text(),
      session_id: model.text(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_invoice_binding_session_id", on: ["session_id"] },
    { name: "IDX_checkout_uz_invoice_binding_invoice_id", on: ["invoice_id"] },
  ])
