import { z } from "zod"
import {
  alertLanguageSchema,
  orderPlacementSchema,
  partsMaxSchema,
  partsWaitHoursSchema,
  watchDaysSchema,
} from "./choices"

/** What a merchant may choose in the admin over the plugin's options. */
export type SettingValues = {
  /** When a cart becomes an order. */
  orderPlacement: z.infer<typeof orderPlacementSchema>
  /** Whether customers may pay by card on the shop's own pages. */
  cardPayments: boolean
  /** A note on the payment page; undefined for none. */
  description: string | undefined
  /** Days after its lifetime for which an unpaid invoice is still asked about. */
  watchDays: number
  /** The language of the notifications in the admin, which everybody who works there reads. */
  alertLanguage: z.infer<typeof alertLanguageSchema>
  /** The most parts a payment above the service's limit is paid in; 1 switches it off. */
  partsMax: number
  /**
   * Hours after the lifetime of its last part's invoice until a payment that is not finished is the
   * merchant's to decide.
   */
  partsWaitHours: number
}

/** How each is kept, in the column `chosen` of `checkout_uz_setting`. An empty note is none. */
const settingSchemas = {
  order_placement: orderPlacementSchema,
  card_payments: z.boolean(),
  description: z.string().transform((text) => (text === "" ? undefined : text)),
  watch_days: watchDaysSchema,
  alert_language: alertLanguageSchema,
  parts_max: partsMaxSchema,
  parts_wait_hours: partsWaitHoursSchema,
}
export type SettingName = keyof typeof settingSchemas

/** What is kept of each; a description may be empty. */
export type StoredSettings = { [N in SettingName]: z.input<(typeof settingSchemas)[N]> }

export const settingRowSchema = z.object({
  name: z.string(),
  value: z.unknown(),
  setAt: z.date(),
  setBy: z.string(),
})
/** A merchant's choice as it is kept. */
export type SettingRow = z.infer<typeof settingRowSchema>

/** A value with where it comes from. */
export type Setting<T> = {
  value: T
  source: "admin" | "configuration" | "default"
  /** What is in force where nothing is chosen in the admin. */
  withoutSetting: T
  setAt: Date | undefined
  setBy: string | undefined
}
export type DescribedSettings = { [N in keyof SettingValues]: Setting<SettingValues[N]> }

/** What the plugin's options say, and which of it a developer has really written there. */
export type ConfiguredSettings = {
  values: SettingValues
  written: ReadonlySet<keyof SettingValues>
}

/**
 * What is in force: the merchant's choice, else the configuration's, else the default. What was
 * kept and cannot be read counts as not chosen.
 */
export function resolveSettings(
  { values, written }: ConfiguredSettings,
  rows: readonly SettingRow[]
): DescribedSettings {
  function resolve<C extends keyof SettingValues>(
    choice: C,
    name: SettingName,
    schema: z.ZodType<SettingValues[C]>
  ): Setting<SettingValues[C]> {
    const withoutSetting = values[choice]
    const row = rows.find((one) => one.name === name)
    const chosen = schema.safeParse(row?.value)
    if (row && chosen.success) {
      const { setAt, setBy } = row
      return { value: chosen.data, source: "admin", withoutSetting, setAt, setBy }
    }
    const source = written.has(choice) ? "configuration" : "default"
    return { value: withoutSetting, source, withoutSetting, setAt: undefined, setBy: undefined }
  }
  const schemas = settingSchemas
  return {
    orderPlacement: resolve("orderPlacement", "order_placement", schemas.order_placement),
    cardPayments: resolve("cardPayments", "card_payments", schemas.card_payments),
    description: resolve("description", "description", schemas.description),
    watchDays: resolve("watchDays", "watch_days", schemas.watch_days),
    alertLanguage: resolve("alertLanguage", "alert_language", schemas.alert_language),
    partsMax: resolve("partsMax", "parts_max", schemas.parts_max),
    partsWaitHours: resolve("partsWaitHours", "parts_wait_hours", schemas.parts_wait_hours),
  }
}
