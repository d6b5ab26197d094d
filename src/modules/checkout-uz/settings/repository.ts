import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SettingRow, SettingName } from "./setting"
import { rowsOf, type Sql } from "../database"

const rowSchema = z
  .object({
    name: z.string(),
    chosen: z.looseObject({ value: z.unknown().optional() }).catch({ value: undefined }),
    set_by: z.string(),
    updated_at: z.date(),
  })
  .transform(({ name, chosen, set_by, updated_at }): SettingRow => ({
    name,
    value: chosen.value,
    setAt: updated_at,
    setBy: set_by,
  }))

/** What the merchant has chosen. */
export async function findSettings(sql: Sql): Promise<SettingRow[]> {
  const rows = await rowsOf(
    sql,
    "SELECT name, chosen, set_by, updated_at FROM checkout_uz_setting WHERE deleted_at IS NULL",
    {}
  )
  return z.array(rowSchema).parse(rows)
}

/** Keeps a choice, over an earlier one. */
export async function keepSetting(
  sql: Sql,
  choice: { name: SettingName; value: string | number | boolean; setBy: string }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_setting (id, name, chosen, set_by)
     VALUES (:id, :name, CAST(:chosen AS jsonb), :setBy)
     ON CONFLICT (name) WHERE deleted_at IS NULL
       DO UPDATE SET chosen = EXCLUDED.chosen, set_by = EXCLUDED.set_by, updated_at = now()`,
    {
      id: generateEntityId(undefined, "cuset"),
      name: choice.name,
      chosen: JSON.stringify({ value: choice.value }),
      setBy: choice.setBy,
    }
  )
}

/** Back to the configuration. */
export async function dropSetting(sql: Sql, name: SettingName): Promise<void> {
  await rowsOf(sql, "DELETE FROM checkout_uz_setting WHERE name = :name", { name })
}
