import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261127233401 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "checkout_uz_invoice" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "number" text not null, "uuid" text not null, "key_fingerprint" text not null, "state" text check ("state" in ('pending', 'lapsed', 'closed', 'paid', 'settled', 'held', 'returned')) not null, "hold_reason" text check ("hold_reason" in ('session_gone', 'amount_mismatch', 'second_payment', 'cart_not_completed', 'order_canceled', 'provider_off')) null, "superseded" boolean not null default false, "provider_id" text not null, "payment_collection_id" text not null, "currency_code" text not null, "session_amount" numeric not null, "invoice_amount" numeric not null, "paid_amount" numeric null, "return_address" text not null default '', "payment_url" text not null, "pay_via" jsonb not null, "custom_payment_pages" jsonb not null, "expires_at" timestamptz not null, "webhook_token" text not null, "payment_system" text null, "asked_at" timestamptz null, "answered_at" timestamptz null, "answered_status" text null, "next_check_at" timestamptz null, "check_attempts" integer not null default 0, "spent_by_session" text null, "settle_attempts" integer not null default 0, "last_error" text null, "paid_at_text" text null, "paid_at" timestamptz null, "settled_at" timestamptz null, "raw_session_amount" jsonb not null, "raw_invoice_amount" jsonb not null, "raw_paid_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_deleted_at" ON "checkout_uz_invoice" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_number" ON "checkout_uz_invoice" ("service_url", "cash_desk", "number") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_payment_collection_id" ON "checkout_uz_invoice" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_spent_by_session" ON "checkout_uz_invoice" ("spent_by_session") WHERE spent_by_session IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_next_check_at" ON "checkout_uz_invoice" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_invoice_binding" ("id" text not null, "invoice_id" text not null, "session_id" text not null, "released_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_binding_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_binding_deleted_at" ON "checkout_uz_invoice_binding" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_binding_session_id" ON "checkout_uz_invoice_binding" ("session_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_binding_invoice_id" ON "checkout_uz_invoice_binding" ("invoice_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_invoice_move" ("id" text not null, "invoice_id" text not null, "from_state" text not null, "to_state" text not null, "reason" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_move_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_move_deleted_at" ON "checkout_uz_invoice_move" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_move_invoice_id" ON "checkout_uz_invoice_move" ("invoice_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_manual_refund" ("id" text not null, "invoice_id" text not null, "refund_id" text not null, "amount" numeric not null, "currency_code" text not null, "completed_at" timestamptz null, "completed_by" text null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_manual_refund_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_manual_refund_deleted_at" ON "checkout_uz_manual_refund" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_manual_refund_refund_id" ON "checkout_uz_manual_refund" ("refund_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_manual_refund_invoice_id" ON "checkout_uz_manual_refund" ("invoice_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_webhook_delivery" ("id" text not null, "cash_desk" text not null, "invoice_id" text not null, "token_matched" boolean not null, "body_base64" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_webhook_delivery_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_webhook_delivery_deleted_at" ON "checkout_uz_webhook_delivery" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_webhook_delivery_invoice_id" ON "checkout_uz_webhook_delivery" ("invoice_id") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_invoice" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_invoice_binding" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_invoice_move" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_manual_refund" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_webhook_delivery" cascade;`)
  }
}
