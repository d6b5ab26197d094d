import { model } from "@medusajs/framework/utils"

/** How far the comparison of Medusa's books with the ledger's has come (the database's clock). */
export const BooksCheck = model.define(
  { name: "CheckoutUzBooksCheck", tableName: "checkout_uz_books_check" },
  {
    id: model.text().primaryKey(),
    /** When a server last began. */
    begun_at: model.dateTime().nullable(),
    /** What happened before this is compared. */
    watermark: model.dateTime(),
  }
)
