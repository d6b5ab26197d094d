import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The counts of limits are of a minute, and decide nothing about money: no customer waits until a count is safe on
 * the disk. Where PostgreSQL crashes, it forgets them.
 */
export class Migration20261201001500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`ALTER TABLE checkout_uz_rate_limit SET UNLOGGED;`)
  }

  override async down(): Promise<void> {
    this.addSql(`ALTER TABLE checkout_uz_rate_limit SET LOGGED;`)
  }
}
