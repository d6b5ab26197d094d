import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261128063212 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "checkout_uz_reading" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "key_fingerprint" text not null, "operation" text not null, "answer" jsonb not null, "read_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_reading_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_reading_deleted_at" ON "checkout_uz_reading" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_reading_operation" ON "checkout_uz_reading" ("service_url", "cash_desk", "key_fingerprint", "operation") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_setting" ("id" text not null, "name" text not null, "chosen" jsonb not null, "set_by" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_setting_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_setting_deleted_at" ON "checkout_uz_setting" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_setting_name" ON "checkout_uz_setting" ("name") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_api_key" add column if not exists "last_four" text null, add column if not exists "in_force_since" timestamptz null, add column if not exists "set_by" text null;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_in_force" ON "checkout_uz_api_key" ("service_url", "cash_desk") WHERE in_force_since IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" add column if not exists "shop_id" text null, add column if not exists "webhook_at" timestamptz null, add column if not exists "last_error" text null, add column if not exists "last_error_at" timestamptz null;`
    )
    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" alter column "swept_at" type timestamptz using ("swept_at"::timestamptz);`
    )
    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" alter column "swept_at" drop not null;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_invoice" add column if not exists "order_id" text null, add column if not exists "order_number" integer null, add column if not exists "email" text null, add column if not exists "announced_at" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_created_at" ON "checkout_uz_invoice" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_state" ON "checkout_uz_invoice" ("state", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_at" ON "checkout_uz_invoice" ("paid_at") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_order_id" ON "checkout_uz_invoice" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_order_number" ON "checkout_uz_invoice" ("order_number") WHERE order_number IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_reading" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_setting" cascade;`)

    this.addSql(`drop index if exists "IDX_checkout_uz_api_key_in_force";`)
    this.addSql(
      `alter table if exists "checkout_uz_api_key" drop column if exists "last_four", drop column if exists "in_force_since", drop column if exists "set_by";`
    )

    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" drop column if exists "shop_id", drop column if exists "webhook_at", drop column if exists "last_error", drop column if exists "last_error_at";`
    )

    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" alter column "swept_at" type timestamptz using ("swept_at"::timestamptz);`
    )
    this.addSql(
      `alter table if exists "checkout_uz_cash_desk" alter column "swept_at" set not null;`
    )

    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_created_at";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_state";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_paid_at";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_order_id";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_order_number";`)
    this.addSql(
      `alter table if exists "checkout_uz_invoice" drop column if exists "order_id", drop column if exists "order_number", drop column if exists "email", drop column if exists "announced_at";`
    )
  }
}
