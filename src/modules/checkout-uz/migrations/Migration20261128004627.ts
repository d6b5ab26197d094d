import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261128004627 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "checkout_uz_cash_desk" ("id" text not null, "service_url" text not null, "handle" text not null, "swept_at" timestamptz not null, "rejected_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_cash_desk_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_cash_desk_deleted_at" ON "checkout_uz_cash_desk" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_cash_desk_handle" ON "checkout_uz_cash_desk" ("service_url", "handle") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_cash_desk" cascade;`)
  }
}
