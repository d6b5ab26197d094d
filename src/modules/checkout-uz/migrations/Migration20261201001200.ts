import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The payments of many days are summed up from an index alone, which takes the place of the one of their moments. Not
 * in it is an amount that the service named other than ours: it may have more digits than fit into an index, and no
 * index may keep a payment from being recorded. These few have one of their own.
 */
export class Migration20261201001200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_sums" ON "checkout_uz_invoice" ("paid_at") INCLUDE ("service_url", "cash_desk", "state", "payment_system", "invoice_amount", "part_position", "spent_by_session", "payment_collection_id") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_otherwise" ON "checkout_uz_invoice" ("paid_at") WHERE paid_amount IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(`DROP INDEX IF EXISTS "IDX_checkout_uz_invoice_paid_at";`)
  }

  override async down(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_at" ON "checkout_uz_invoice" ("paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(`DROP INDEX IF EXISTS "IDX_checkout_uz_invoice_paid_otherwise";`)
    this.addSql(`DROP INDEX IF EXISTS "IDX_checkout_uz_invoice_paid_sums";`)
  }
}
