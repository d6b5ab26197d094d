import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  weighChoices,
  type Choices,
  type Chosen,
  type ConfiguredChoices,
  type DescribedChoices,
  type SettingName,
} from "./choices"
import { shortLived } from "../ttl-cache"
import { dropChoice, findChosen, keepChoice } from "./repository"
import type { Sql } from "../database"

/** Milliseconds until a choice that was made on another server is in force here too. */
const CACHE_MS = 1_000

/** What was left out stays; null goes back to the configuration. */
export type ChoiceChanges = { [N in SettingName]?: Chosen[N] | null | undefined }

/** What a merchant may choose in the admin: values in force, and where they come from. */
export type Settings = ReturnType<typeof openSettings>

export function openSettings({ sql, configured }: { sql: Knex; configured: ConfiguredChoices }) {
  const read = async () => weighChoices(configured, await findChosen(sql))
  const cache = shortLived<"all", DescribedChoices>(CACHE_MS, read)

  return {
    /** What is in force; at most a second old on servers that did not make the change. */
    current: async (): Promise<Choices> => {
      const { orderPlacement, cardPayments, description, watchDays } = await cache.get("all")
      return {
        orderPlacement: orderPlacement.value,
        cardPayments: cardPayments.value,
        description: description.value,
        watchDays: watchDays.value,
      }
    },

    /** The same with where each comes from, read afresh. */
    describe: read,

    /** Makes choices, all or none of them. */
    choose: async (changes: ChoiceChanges, setBy: string): Promise<void> => {
      await sql.transaction(async (on) => {
        await apply(on, "order_placement", changes.order_placement, setBy)
        await apply(on, "card_payments", changes.card_payments, setBy)
        await apply(on, "description", changes.description, setBy)
        await apply(on, "watch_days", changes.watch_days, setBy)
      })
      cache.forget("all")
    },
  }
}

async function apply(
  on: Sql,
  name: SettingName,
  value: string | number | boolean | null | undefined,
  setBy: string
): Promise<void> {
  if (value === undefined) return
  if (value === null) await dropChoice(on, name)
  else await keepChoice(on, { name, value, setBy })
}
