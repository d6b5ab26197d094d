import { z } from "zod"
import { partsMaxSchema, partsWaitHoursSchema } from "../modules/checkout-uz/settings/part-bounds"
import { momentSchema, textSchema, userSchema } from "./common"
import { LANGUAGES } from "./translations"

export const ORDER_PLACEMENTS = ["after_payment", "before_payment"] as const

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
    order_placement: settingSchema(z.enum(ORDER_PLACEMENTS)),
    card_payments: settingSchema(z.boolean()),
    /** A note on the payment page; `{cart_id}` and `{session_id}` are filled in. */
    description: settingSchema(z.string().nullable()),
    /** Days an unpaid invoice is still asked about after its lifetime. */
    watch_days: settingSchema(z.number().int()),
    /** The language of the notifications in the admin. */
    alert_language: settingSchema(z.enum(LANGUAGES)),
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
  order_placement: z.enum(ORDER_PLACEMENTS).nullish(),
  card_payments: z.boolean().nullish(),
  /** An empty text means no note, whatever the configuration has. */
  description: textSchema(200, z.string().trim()).nullish(),
  watch_days: z.number().int().min(1).max(365).nullish(),
  alert_language: z.enum(LANGUAGES).nullish(),
  parts_max: partsMaxSchema.nullish(),
  parts_wait_hours: partsWaitHoursSchema.nullish(),
})
