import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The table of the rate limiter library, which writes into it by position: exactly these columns,
 * in this order. Unlogged, since a count that a crash forgets costs nothing.
 */
export class Migration20261128024500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create unlogged table if not exists "checkout_uz_rate_limit" ("key" varchar(255) not null, "points" integer not null default 0, "expire" bigint null, constraint "checkout_uz_rate_limit_pkey" primary key ("key"));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_rate_limit" cascade;`)
  }
}
