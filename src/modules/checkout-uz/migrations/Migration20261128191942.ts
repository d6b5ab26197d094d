import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** All that a search looks through, in small letters, without the marks that people write for oʻ and gʻ. */
const SEARCH_WORDS =
  "translate(lower(coalesce(email, '') || ' ' || coalesce(customer_name, '') || ' ' ||" +
  " coalesce(customer_phone, '')), 'ʻʼ‘’''`´', '')"

export class Migration20261128191942 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "checkout_uz_alert" ("id" text not null, "kind" text check ("kind" in ('invoice_held', 'invoice_unknown', 'invoice_unrecorded', 'cash_desk_refused', 'cash_desk_without_key', 'payout_due', 'order_overpaid', 'capture_unexplained', 'part_arrived')) not null, "occasion" text not null, "cash_desk" text not null, "invoice_id" text null, "reason" text not null, "claimed_at" timestamptz null, "published_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_alert_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_deleted_at" ON "checkout_uz_alert" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_occasion" ON "checkout_uz_alert" ("occasion") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_alert_waiting" ON "checkout_uz_alert" ("created_at") WHERE published_at IS NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_api_key" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "fingerprint" text not null, "encrypted" text not null, "last_four" text null, "in_force_since" timestamptz null, "set_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_api_key_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_deleted_at" ON "checkout_uz_api_key" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_fingerprint" ON "checkout_uz_api_key" ("service_url", "cash_desk", "fingerprint") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_api_key_in_force" ON "checkout_uz_api_key" ("service_url", "cash_desk") WHERE in_force_since IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_books_check" ("id" text not null, "begun_at" timestamptz null, "watermark" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_books_check_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_books_check_deleted_at" ON "checkout_uz_books_check" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_cash_desk" ("id" text not null, "service_url" text not null, "handle" text not null, "swept_at" timestamptz null, "rejected_at" timestamptz null, "paused_until" timestamptz null, "shop_id" text null, "webhook_at" timestamptz null, "last_error" text null, "last_error_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_cash_desk_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_cash_desk_deleted_at" ON "checkout_uz_cash_desk" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_cash_desk_handle" ON "checkout_uz_cash_desk" ("service_url", "handle") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_invoice" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "number" text not null, "uuid" text not null, "key_fingerprint" text not null, "state" text check ("state" in ('pending', 'expired', 'closed', 'paid', 'settled', 'returned')) not null, "blocker" text check ("blocker" in ('not_completable', 'cart_changed', 'provider_off', 'nothing_owed', 'order_canceled', 'owner_gone', 'amount_mismatch', 'service_changed', 'part_paid')) null, "blocker_facts" jsonb null, "blocker_since" timestamptz null, "waiting_since" timestamptz null, "held_from" timestamptz null, "provider_id" text not null, "payment_collection_id" text not null, "cart_id" text null, "order_id" text null, "order_number" integer null, "email" text null, "customer_name" text null, "customer_phone" text null, "search_words" text generated always as (${SEARCH_WORDS}) stored, "currency_code" text not null, "session_amount" numeric not null, "invoice_amount" numeric not null, "paid_amount" numeric null, "part_position" integer null, "part_count" integer null, "plan_amount" numeric null, "return_address" text not null default '', "payment_url" text not null, "pay_via" jsonb not null, "custom_payment_pages" jsonb not null, "expires_at" timestamptz not null, "webhook_token" text not null, "payment_system" text null, "requested_at" timestamptz null, "answered_at" timestamptz null, "answered_status" text null, "next_check_at" timestamptz null, "check_attempts" integer not null default 0, "unknown_since" timestamptz null, "give_up_at" timestamptz null, "spent_by_session" text null, "spent_position" integer not null default 1, "owner_id" text null, "settle_attempts" integer not null default 0, "completion_attempts" integer not null default 0, "completion_attempted_at" timestamptz null, "last_error" text null, "paid_at_text" text null, "paid_at" timestamptz null, "notified_at" timestamptz null, "settled_at" timestamptz null, "receipt" jsonb null, "raw_session_amount" jsonb not null, "raw_invoice_amount" jsonb not null, "raw_paid_amount" jsonb null, "raw_plan_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_pkey" primary key ("id"));`
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
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_spent_by_session" ON "checkout_uz_invoice" ("spent_by_session", "spent_position") WHERE spent_by_session IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_owner_id" ON "checkout_uz_invoice" ("owner_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_next_check_at" ON "checkout_uz_invoice" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_give_up_at" ON "checkout_uz_invoice" ("give_up_at") WHERE give_up_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_open" ON "checkout_uz_invoice" ("service_url", "cash_desk", "key_fingerprint") WHERE state IN ('pending', 'expired', 'closed') AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_waiting" ON "checkout_uz_invoice" ("waiting_since") WHERE state = 'paid' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_settled_at" ON "checkout_uz_invoice" ("settled_at") WHERE state = 'settled' AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_service_state" ON "checkout_uz_invoice" ("service_url", "state") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_payment_system" ON "checkout_uz_invoice" ("service_url", "payment_system", "cash_desk") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_invoice_amount" ON "checkout_uz_invoice" ("invoice_amount", "id") WHERE deleted_at IS NULL;`
    )
    // As the lists sort, letter for letter (invoices/list.ts), and as the comparison reads days (invoices/queries.ts).
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_number_value" ON "checkout_uz_invoice" (CAST(number AS bigint)) WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_first" ON "checkout_uz_invoice" (COALESCE(paid_at, '-infinity'::timestamptz)) WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_last" ON "checkout_uz_invoice" (COALESCE(paid_at, 'infinity'::timestamptz)) WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_paid_day" ON "checkout_uz_invoice" (service_url, cash_desk, (substring(paid_at_text from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') COLLATE "C"), paid_at) WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`
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

    this.addSql(
      `create table if not exists "checkout_uz_invoice_binding" ("id" text not null, "invoice_id" text not null, "session_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_binding_pkey" primary key ("id"));`
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
      `create table if not exists "checkout_uz_invoice_transition" ("id" text not null, "invoice_id" text not null, "from_state" text not null, "to_state" text not null, "reason" text null, "actor_id" text null, "note" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_invoice_transition_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_transition_deleted_at" ON "checkout_uz_invoice_transition" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_transition_invoice_id" ON "checkout_uz_invoice_transition" ("invoice_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_invoice_transition_returned" ON "checkout_uz_invoice_transition" ("created_at") WHERE to_state = 'returned' AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_owner" ("id" text not null, "version" integer not null default 0, "unpaid_order_id" text null, "placed_order_id" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_owner_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_owner_deleted_at" ON "checkout_uz_owner" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_payout" ("id" text not null, "invoice_id" text not null, "refund_id" text null, "share_of" text null, "amount" numeric not null, "currency_code" text not null, "completed_at" timestamptz null, "completed_by" text null, "note" text null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_payout_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_deleted_at" ON "checkout_uz_payout" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_refund_id" ON "checkout_uz_payout" ("refund_id", "invoice_id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_returned" ON "checkout_uz_payout" ("invoice_id") WHERE refund_id IS NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_invoice_id" ON "checkout_uz_payout" ("invoice_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_share_of" ON "checkout_uz_payout" ("share_of") WHERE share_of IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_payout_open" ON "checkout_uz_payout" ("created_at") WHERE completed_at IS NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_account_snapshot" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "key_fingerprint" text not null, "operation" text not null, "answer" jsonb not null, "read_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_account_snapshot_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_account_snapshot_deleted_at" ON "checkout_uz_account_snapshot" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_account_snapshot_operation" ON "checkout_uz_account_snapshot" ("service_url", "cash_desk", "key_fingerprint", "operation") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "checkout_uz_card_payment" ("id" text not null, "invoice_id" text not null, "encrypted_token" text not null, "expires_at" timestamptz not null, "confirmed_at" timestamptz null, "refusals" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_card_payment_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_card_payment_deleted_at" ON "checkout_uz_card_payment" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_checkout_uz_card_payment_invoice" ON "checkout_uz_card_payment" ("invoice_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_card_payment_expires" ON "checkout_uz_card_payment" ("expires_at") WHERE deleted_at IS NULL;`
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
      `create table if not exists "checkout_uz_unanswered_creation" ("id" text not null, "service_url" text not null, "cash_desk" text not null, "payment_collection_id" text not null, "cart_id" text null, "order_id" text null, "invoice_amount" numeric not null, "candidates" text[] not null default '{}', "paid_candidate" text null, "dismissed_at" timestamptz null, "dismissed_by" text null, "raw_invoice_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "checkout_uz_unanswered_creation_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_unanswered_creation_deleted_at" ON "checkout_uz_unanswered_creation" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_unanswered_creation_open" ON "checkout_uz_unanswered_creation" ("service_url", "cash_desk", "created_at") WHERE dismissed_at IS NULL AND deleted_at IS NULL;`
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
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_checkout_uz_webhook_delivery_created_at" ON "checkout_uz_webhook_delivery" ("created_at") WHERE deleted_at IS NULL;`
    )

    // The limiter library's own; what is lost in a crash only lets somebody through once more.
    this.addSql(
      `create unlogged table if not exists "checkout_uz_rate_limit" ("key" varchar(255) not null, "points" integer not null default 0, "expire" bigint null, constraint "checkout_uz_rate_limit_pkey" primary key ("key"));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "checkout_uz_alert" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_api_key" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_books_check" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_cash_desk" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_invoice" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_invoice_binding" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_invoice_transition" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_owner" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_payout" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_account_snapshot" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_card_payment" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_setting" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_unanswered_creation" cascade;`)

    this.addSql(`drop table if exists "checkout_uz_webhook_delivery" cascade;`)
    this.addSql(`drop table if exists "checkout_uz_rate_limit" cascade;`)
  }
}
