import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What the merchant's search reads by, under the names that docs/scale.md gives them: a store that made them by hand
 * has them already. Parts of words need the extension pg_trgm, which the owner of a database may make where its host
 * has it. Any refusal is passed over, since hosts refuse in codes of their own: the search then reads every row, and
 * finds the same. The beginnings of numbers are read beside the parts of words and never without them.
 */
const SEARCH_INDEXES = `
DO $$
DECLARE
  home text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'Checkout.uz: the search gets no index, since pg_trgm cannot be made here: %', SQLERRM;
  END;
  -- The extension may have been made in another schema than the tables.
  SELECT nspname INTO home
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
   WHERE extname = 'pg_trgm' AND has_schema_privilege(extnamespace, 'USAGE');
  -- Made by hand once: whole numbers would be looked up by it, and filtered by their cash desk afterwards.
  DROP INDEX IF EXISTS checkout_uz_invoice_number_start;
  IF home IS NOT NULL THEN
    EXECUTE format(
      'CREATE INDEX IF NOT EXISTS checkout_uz_invoice_search ON checkout_uz_invoice'
      ' USING gin (search_words %I.gin_trgm_ops) WHERE deleted_at IS NULL', home);
    CREATE INDEX IF NOT EXISTS checkout_uz_invoice_number_beginning
      ON checkout_uz_invoice (lower(number) text_pattern_ops) WHERE deleted_at IS NULL;
  END IF;
END $$`

export class Migration20261130234500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(SEARCH_INDEXES)
  }

  /** The extension stays: others may have come to need it. */
  override async down(): Promise<void> {
    this.addSql(`DROP INDEX IF EXISTS checkout_uz_invoice_search;`)
    this.addSql(`DROP INDEX IF EXISTS checkout_uz_invoice_number_beginning;`)
  }
}
