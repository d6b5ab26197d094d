import { generateEntityId } from "@medusajs/framework/utils"
import { settingRowSchema, type SettingRow, type SettingName } from "./setting"
import { readPlannedRows, rowsOf, type Sql } from "../database"

/** What the merchant has chosen. */
export function findSettings(sql: Sql): Promise<SettingRow[]> {
  return readPlannedRows(
    sql,
    `SELECT name, chosen -> 'value' AS value, updated_at AS set_at, set_by
       FROM checkout_uz_setting WHERE deleted_at IS NULL`,
    {},
    settingRowSchema
  )
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
