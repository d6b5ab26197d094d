import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261128023732 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "checkout_uz_alert" ("id" text not null, "kind" text check ("kind" in ('invoice_held', 'invoice_unknown', 'cash_desk_refused', 'cash_desk_without_key', 'refund_due')) not null, "occasion" text not null, "cash_desk" text not null, "invoice_id" text null, "reason" text not null, "announced_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_alert_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_deleted_at" ON "checkout_uz_alert" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_occasion" ON "checkout_uz_alert" ("occasion") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_waiting" ON "checkout_uz_alert" ("created_at") WHERE announced_at IS NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_api_key" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "fingerprint" text not null, "sealed" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_api_key_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_deleted_at" ON "checkout_uz_api_key" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_fingerprint" ON "checkout_uz_api_key" ("service_url", "cash_desk", "fingerprint") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_invoice" add column if not exists "unknown_since" timestamptz null, add column if not exists "give_up_at" timestamptz null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_give_up_at" ON "checkout_uz_invoice" ("give_up_at") WHERE give_up_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_open" ON "checkout_uz_invoice" ("service_url", "cash_desk", "key_fingerprint") WHERE state IN ('pending', 'lapsed', 'closed') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_unsettled" ON "checkout_uz_invoice" ("next_check_at") WHERE state IN ('paid', 'held') AND next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_held" ON "checkout_uz_invoice" ("updated_at") WHERE state = 'held' AND deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_invoice_move" add column if not exists "actor_id" text null, add column if not exists "note" text null;`
    )

    this.addSql(
      `alter table if exists "checkout_uz_manual_refund" add column if not exists "note" text null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_manual_refund_open" ON "checkout_uz_manual_refund" ("created_at") WHERE completed_at IS NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_webhook_delivery_created_at" ON "checkout_uz_webhook_delivery" ("created_at") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_alert" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_api_key" cascade;`)

    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_give_up_at";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_open";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_unsettled";`)
    this.addSql(`drop index if exists "IDX_checkout_uz_invoice_held";`)
    this.addSql(
      `alter table if exists "checkout_uz_invoice" drop column if exists "unknown_since", drop column if exists "give_up_at";`
    )

    this.addSql(
      `alter table if exists "checkout_uz_invoice_move" drop column if exists "actor_id", drop column if exists "note";`
    )

    this.addSql(`drop index if exists "IDX_checkout_uz_manual_refund_open";`)
    this.addSql(`alter table if exists "checkout_uz_manual_refund" drop column if exists "note";`)

    this.addSql(`drop index if exists "IDX_checkout_uz_webhook_delivery_created_at";`)
  }
}
