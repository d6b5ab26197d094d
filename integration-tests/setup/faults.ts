import { eventually, type Shop } from "./shop"

/** What the database does with a row that a test keeps from being written. */
type Fault = {
  table: string
  on: "INSERT" | "UPDATE"
  /** An SQL condition over OLD and NEW; by default every row. */
  when?: string
  /** Seconds the statement takes before it fails or passes. */
  seconds?: number
  /** Whether it fails at last, or is only slow. */
  fails: boolean
}

/**
 * Makes the shop's own database refuse or delay a statement, as a full disk or a lock would, at
 * exactly one place in core's workflows. The next test starts on a fresh database.
 *
 * @returns heals it
 */
export async function breakDatabase(shop: Shop, fault: Fault): Promise<() => Promise<void>> {
  const name = `test_fault_${fault.table}_${fault.on.toLowerCase()}`
  const end = fault.fails
    ? `RAISE EXCEPTION 'the test refuses this ${fault.on} of ${fault.table}';`
    : "RETURN NEW;"
  await shop.sql(
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_sleep(${fault.seconds ?? 0}); ${end} END $$`
  )
  await shop.sql(
    `CREATE TRIGGER ${name} BEFORE ${fault.on} ON "${fault.table}" FOR EACH ROW
     ${fault.when === undefined ? "" : `WHEN (${fault.when})`} EXECUTE FUNCTION ${name}()`
  )
  return async () => {
    await shop.sql(`DROP TRIGGER ${name} ON "${fault.table}"`)
  }
}

/** An index of the catalogue whose stock is counted. */
export const COUNTED = 1

/** Sets the stock of everything that is counted. */
export async function stock(shop: Shop, units: number): Promise<void> {
  await shop.sql(
    `UPDATE inventory_level
        SET stocked_quantity = ${units},
            raw_stocked_quantity = '{"value": "${units}", "precision": 20}'`
  )
}

/** Has the database hold every cancellation of an order up for three seconds. @returns what ends that */
export function holdUpCancelling(shop: Shop): Promise<() => Promise<void>> {
  return breakDatabase(shop, {
    table: "payment_collection",
    on: "UPDATE",
    when: "NEW.status = 'canceled'",
    seconds: 3,
    fails: false,
  })
}

/** Waits until the database holds a statement up, as `breakDatabase` has it do. */
export async function untilHeldUp(shop: Shop): Promise<void> {
  await eventually(
    () =>
      shop.sql(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'`
      ),
    (sleeping) => sleeping.length > 0
  )
}
