import { randomBytes } from "node:crypto"
import { Client } from "pg"

/** A database that is as fresh before every test as it was before the first. */
export type TestDatabase = {
  /** A connection string. */
  url: string
  /** Runs SQL statements in it, one after the other. */
  run: (statements: readonly string[]) => Promise<void>
  /** Keeps what is in it the first time it is called, and puts that back every time after. */
  refresh: () => Promise<void>
  drop: () => Promise<void>
}

/** A copy of the migrated template (global-setup.ts), on the PostgreSQL that the run has started. */
export async function testDatabase(): Promise<TestDatabase> {
  const { DB_HOST: host, DB_PORT: port, DB_USERNAME: user, DB_PASSWORD: password } = process.env
  const address = (database: string) => `postgres://${user}:${password}@${host}:${port}/${database}`
  const name = `shop_${process.pid}_${randomBytes(4).toString("hex")}`
  const server = await connected(address("postgres"))
  await server.query(`CREATE DATABASE ${name} STRATEGY file_copy`)
  const shop = await connected(address(name))
  await shop.query("SET session_replication_role = replica")
  let isKept = false
  return {
    url: address(name),
    run: async (statements) => {
      for (const statement of statements) await shop.query(statement)
    },
    refresh: async () => {
      if (isKept) await shop.query(PUT_BACK)
      else await shop.query(KEEP)
      isKept = true
    },
    drop: async () => {
      await shop.end()
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await server.end()
    },
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  // The run's PostgreSQL may stop before its last worker does.
  client.on("error", () => undefined)
  await client.connect()
  return client
}

/** A copy of every table that has rows, which triggers there are, and where every sequence stands. */
const KEEP = `
DO $$
DECLARE t name; has_rows boolean;
BEGIN
  CREATE SCHEMA kept;
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', t) INTO has_rows;
    IF has_rows THEN EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', t); END IF;
  END LOOP;
  CREATE TABLE kept."its triggers" AS SELECT oid FROM pg_trigger;
  CREATE TABLE kept."where sequences stand" AS
    SELECT format('%I.%I', schemaname, sequencename) AS sequence, start_value, last_value
      FROM pg_sequences WHERE schemaname = 'public';
END $$`

/**
 * The same rows in the same tables: the server's connections go on, with all that PostgreSQL has learnt
 * about these tables for them. Whoever is still in a transaction is sent away; triggers and foreign keys
 * have no say (\`session_replication_role\`). A table that a test renames has its name back by now; what
 * it has broken (faults.ts) is whole again here.
 */
const PUT_BACK = `
DO $$
DECLARE t name; is_kept boolean; has_rows boolean; trigger record;
BEGIN
  PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL;
  FOR trigger IN SELECT tgname, tgrelid::regclass AS on_table FROM pg_trigger
      WHERE NOT tgisinternal AND oid NOT IN (SELECT oid FROM kept."its triggers") LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', trigger.tgname, trigger.on_table);
  END LOOP;
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    is_kept := to_regclass(format('kept.%I', t)) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', t) INTO has_rows;
    IF has_rows THEN EXECUTE format('DELETE FROM public.%I', t); END IF;
    IF is_kept THEN EXECUTE format('INSERT INTO public.%1$I TABLE kept.%1$I', t); END IF;
  END LOOP;
  PERFORM setval(sequence::regclass, coalesce(last_value, start_value), last_value IS NOT NULL)
    FROM kept."where sequences stand";
END $$`
