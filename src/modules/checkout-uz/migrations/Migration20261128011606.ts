import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261128011606 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "checkout_uz_invoice" add column if not exists "cart_id" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "checkout_uz_invoice" drop column if exists "cart_id";`)
  }
}
