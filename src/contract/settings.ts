import { z } from "zod"
import {
  alertLanguageSchema,
  LONGEST_DESCRIPTION,
  ORDER_PLACEMENTS,
  orderPlacementSchema,
  partsMaxSchema,
  partsWaitHoursSchema,
  watchDaysSchema,
} from "../modules/checkout-uz/settings/choices"
import { momentSchema, textSchema, userSchema } from "./common"

export { LONGEST_DESCRIPTION, ORDER_PLACEMENTS }

/** A choice with where it comes from. */
function settingSchema<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    source: z.enum(["admin", "configuration", "default"]),
    /** What is in force where nothing is chosen in the admin. */
    without_setting: value,
    set_at: momentSchema.nullable(),
    set_by: userSchema.nullable(),
  })
}

/** GET and POST /admin/checkout-uz/settings */
export const settingsAnswerSchema = z.object({
  settings: z.object({
    order_placement: settingSchema(orderPlacementSchema),
    card_payments: settingSchema(z.boolean()),
    /** A note on the payment page; `{cart_id}` and `{session_id}` are filled in. */
    description: settingSchema(z.string().nullable()),
    /** Days an unpaid invoice is still asked about after its lifetime. */
    watch_days: settingSchema(z.number().int()),
    /** The language of the notifications in the admin. */
    alert_language: settingSchema(alertLanguageSchema),
    /** The most parts a payment above the service's limit is paid in; 1 switches it off. */
    parts_max: settingSchema(z.number().int()),
    /**
     * Hours after the lifetime of its last part's invoice until a payment that is not finished is the
     * merchant's to decide.
     */
    parts_wait_hours: settingSchema(z.number().int()),
  }),
})
export type Settings = z.infer<typeof settingsAnswerSchema>["settings"]

/** POST /admin/checkout-uz/settings: what is left out stays, null goes back to the configuration. */
export const settingsBodySchema = z.strictObject({
  order_placement: orderPlacementSchema.nullish(),
  card_payments: z.boolean().nullish(),
  /** An empty text means no note, whatever the configuration has. */
  description: textSchema(LONGEST_DESCRIPTION, z.string().trim()).nullish(),
  watch_days: watchDaysSchema.nullish(),
  alert_language: alertLanguageSchema.nullish(),
  parts_max: partsMaxSchema.nullish(),
  parts_wait_hours: partsWaitHoursSchema.nullish(),
})
