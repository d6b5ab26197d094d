import { z } from "zod"
import type { PluginOptions } from "./options"

/** What a merchant may choose in the admin over the plugin's options. */
export type Choices = {
  /** When a cart becomes an order. */
  orderPlacement: PluginOptions["orderPlacement"]
  /** Whether customers may pay by card on the shop's own pages. */
  cardPayments: boolean
  /** A note on the payment page; undefined for none. */
  description: string | undefined
  /** Days after its lifetime for which an unpaid invoice is still asked about. */
  watchDays: number
}
export type ChoiceName = keyof Choices

/** How each is kept, in the column `chosen` of `checkout_uz_setting`. An empty note is none. */
const chosenSchemas = {
  order_placement: z.enum(["after_payment", "before_payment"]),
  card_payments: z.boolean(),
  description: z.string().transform((text) => (text === "" ? undefined : text)),
  watch_days: z.number().int().positive(),
}
export type SettingName = keyof typeof chosenSchemas

/** What is kept of a choice; a description may be empty. */
export type Chosen = { [N in SettingName]: z.input<(typeof chosenSchemas)[N]> }

/** A merchant's choice as it is kept. */
export type ChosenRow = { name: string; value: unknown; setAt: Date; setBy: string }

/** A value with where it comes from. */
export type Choice<T> = {
  value: T
  source: "admin" | "configuration" | "default"
  /** What is in force where nothing is chosen in the admin. */
  withoutChoice: T
  setAt: Date | undefined
  setBy: string | undefined
}
export type DescribedChoices = { [N in ChoiceName]: Choice<Choices[N]> }

/** What the plugin's options say, and which of it a developer has really written there. */
export type ConfiguredChoices = { values: Choices; written: ReadonlySet<ChoiceName> }

/**
 * What is in force: the merchant's choice, else the configuration's, else the default. What was
 * kept and cannot be read counts as not chosen.
 */
export function weighChoices(
  configured: ConfiguredChoices,
  rows: readonly ChosenRow[]
): DescribedChoices {
  function weigh<T>(choice: ChoiceName, name: SettingName, schema: z.ZodType<T>, other: T) {
    const row = rows.find((one) => one.name === name)
    const chosen = schema.safeParse(row?.value)
    const described: Choice<T> =
      row && chosen.success
        ? {
            value: chosen.data,
            source: "admin",
            withoutChoice: other,
            setAt: row.setAt,
            setBy: row.setBy,
          }
        : {
            value: other,
            source: configured.written.has(choice) ? "configuration" : "default",
            withoutChoice: other,
            setAt: undefined,
            setBy: undefined,
          }
    return described
  }
  const { values } = configured
  return {
    orderPlacement: weigh(
      "orderPlacement",
      "order_placement",
      chosenSchemas.order_placement,
      values.orderPlacement
    ),
    cardPayments: weigh(
      "cardPayments",
      "card_payments",
      chosenSchemas.card_payments,
      values.cardPayments
    ),
    description: weigh("description", "description", chosenSchemas.description, values.description),
    watchDays: weigh("watchDays", "watch_days", chosenSchemas.watch_days, values.watchDays),
  }
}
