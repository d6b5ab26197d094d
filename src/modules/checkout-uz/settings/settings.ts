import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  resolveSettings,
  type SettingValues,
  type StoredSettings,
  type ConfiguredSettings,
  type DescribedSettings,
  type SettingName,
} from "./setting"
import { TtlCache } from "../ttl-cache"
import { dropSetting, findSettings, keepSetting } from "./repository"
import type { Sql } from "../database"

/** Milliseconds until what was set on another server is in force here too. */
const CACHE_MS = 1_000

/** What was left out stays; null goes back to the configuration. */
export type SettingChanges = { [N in SettingName]?: StoredSettings[N] | null | undefined }

/** What a merchant may set in the admin: values in force, and where they come from. */
export class Settings {
  readonly #sql: Knex
  readonly #configured: ConfiguredSettings
  readonly #cache: TtlCache<"all", DescribedSettings>

  constructor({ sql, configured }: { sql: Knex; configured: ConfiguredSettings }) {
    this.#sql = sql
    this.#configured = configured
    this.#cache = new TtlCache(CACHE_MS, () => this.describe())
  }

  /** What is in force; at most a second old on servers that did not make the change. */
  async current(): Promise<SettingValues> {
    const described = await this.#cache.get("all")
    return {
      orderPlacement: described.orderPlacement.value,
      cardPayments: described.cardPayments.value,
      description: described.description.value,
      watchDays: described.watchDays.value,
      alertLanguage: described.alertLanguage.value,
      partsMax: described.partsMax.value,
      partsWaitHours: described.partsWaitHours.value,
    }
  }

  /** The same with where each comes from, read afresh. */
  async describe(): Promise<DescribedSettings> {
    return resolveSettings(this.#configured, await findSettings(this.#sql))
  }

  /** Changes settings, all or none of them. */
  async change(changes: SettingChanges, setBy: string): Promise<void> {
    await this.#sql.transaction(async (on) => {
      await apply(on, "order_placement", changes.order_placement, setBy)
      await apply(on, "card_payments", changes.card_payments, setBy)
      await apply(on, "description", changes.description, setBy)
      await apply(on, "watch_days", changes.watch_days, setBy)
      await apply(on, "alert_language", changes.alert_language, setBy)
      await apply(on, "parts_max", changes.parts_max, setBy)
      await apply(on, "parts_wait_hours", changes.parts_wait_hours, setBy)
    })
    this.#cache.forget("all")
  }
}

async function apply(
  on: Sql,
  name: SettingName,
  value: string | number | boolean | null | undefined,
  setBy: string
): Promise<void> {
  if (value === undefined) return
  if (value === null) await dropSetting(on, name)
  else await keepSetting(on, { name, value, setBy })
}
