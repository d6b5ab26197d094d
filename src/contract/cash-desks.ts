import { z } from "zod"
import { STANDINGS } from "../modules/checkout-uz/invoices/states"
import { amountSchema, daySchema, momentSchema, problemSchema, userSchema } from "./common"
import { spreadsheetFormSchema } from "./spreadsheet"

/** A payment system that is enabled for a cash desk. */
export const paymentMethodSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** https addresses, or null where the service's address is not safe to show. */
  logo_light: z.string().nullable(),
  logo_dark: z.string().nullable(),
})

export const balanceSchema = z.object({
  uzs: z.number(),
  usd: z.number(),
  /** May be fractional. */
  ton: z.number(),
})

/** What belongs to one API key. Never the key itself. */
export const cashDeskSchema = z.object({
  handle: z.string(),
  /** Whether a provider entry in medusa-config still names it. */
  configured: z.boolean(),
  provider_ids: z.array(z.string()),
  regions: z.array(z.object({ id: z.string(), name: z.string() })),
  key: z.object({
    source: z.enum(["admin", "configuration", "none"]),
    last_four: z.string().nullable(),
    set_at: momentSchema.nullable(),
    set_by: userSchema.nullable(),
    /** Whether the configuration has a key too, which is in force where none is set here. */
    configuration_has_one: z.boolean(),
  }),
  /** Earlier keys, kept for the open invoices made with them; soon forgotten where there are none. */
  retired_keys: z.array(
    z.object({
      fingerprint: z.string(),
      last_four: z.string().nullable(),
      open_invoices: z.number().int(),
    })
  ),
  /** The cash desk's id at the service, once a confirmed payment's webhook has shown it. */
  shop_id: z.string().nullable(),
  /** What to enter in the cash desk's settings at the service; null without `webhookBaseUrl`. */
  webhook_url: z.string().nullable(),
  health: z.object({
    last_webhook_at: momentSchema.nullable(),
    last_sweep_at: momentSchema.nullable(),
    /** Since when the service refuses the key or this server's address. */
    refused_since: momentSchema.nullable(),
    /** Paid in the last seven days, and those of them that no webhook told of. */
    paid_count: z.number().int(),
    unnotified_count: z.number().int(),
    last_problem: problemSchema.nullable(),
    last_problem_at: momentSchema.nullable(),
  }),
})
export type CashDesk = z.infer<typeof cashDeskSchema>

/** GET /admin/checkout-uz/cash-desks */
export const cashDesksAnswerSchema = z.object({
  cash_desks: z.array(cashDeskSchema),
  /** Base address of the service. */
  service_url: z.string(),
  /** Whether API keys can be encrypted here: without `encryptionKeys` none can be set in the admin. */
  can_encrypt: z.boolean(),
  /** One sentence where the plugin's options in medusa-config are wrong. */
  configuration_problem: z.string().nullable(),
})

/** GET /admin/checkout-uz/cash-desks/:cash_desk, and what changing its key answers. */
export const cashDeskAnswerSchema = z.object({ cash_desk: cashDeskSchema })

/** POST /admin/checkout-uz/cash-desks/:cash_desk: tested against the service before it is saved. */
export const setKeyBodySchema = z.strictObject({
  api_key: z
    .string()
    .trim()
    .min(1, "must be the API key from the cash desk's settings at the service")
    .max(500)
    .regex(/^[\x21-\x7e]+$/, "may hold neither spaces nor letters outside of ASCII"),
})

/** POST /admin/checkout-uz/cash-desks/:cash_desk/test */
export const testAnswerSchema = z.object({
  balance: balanceSchema,
  payment_methods: z.array(paymentMethodSchema),
})

/** A range of days, both included. */
export const rangeQuerySchema = z
  .object({ from: daySchema, to: daySchema })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    error: "must not be before from",
  })

const totalSchema = z.object({ count: z.number().int(), amount: amountSchema })

/** GET /admin/checkout-uz/cash-desks/:cash_desk/overview?from&to */
export const overviewAnswerSchema = z.object({
  /** What the service says, at most a few seconds old; null where it could not be asked. */
  service: z
    .object({
      balance: balanceSchema,
      stats: z.object({ total_orders: z.number().int(), total_amount: amountSchema }),
      payment_methods: z.array(paymentMethodSchema),
      read_at: momentSchema,
    })
    .nullable(),
  problem: problemSchema.nullable(),
  /**
   * Confirmed payments per day in Toshkent, days without any included. Amounts are net: less what was
   * given back of these payments, or is to be. A payment in parts counts once on each day on which a part came.
   */
  days: z.array(
    z.object({
      day: daySchema,
      count: z.number().int(),
      amount: amountSchema,
      by_payment_system: z.array(
        z.object({
          /** Null where no webhook named it. */
          payment_system: z.string().nullable(),
          count: z.number().int(),
          amount: amountSchema,
        })
      ),
    })
  ),
  /** The payments of all these days: one whose parts came on several of them counts once. */
  total: totalSchema,
  /** Held payments, pay-outs to make and unrecorded invoices that are paid, of all cash desks. */
  attention_count: z.number().int(),
})
export type Overview = z.infer<typeof overviewAnswerSchema>

const reportRowSchema = z.object({
  number: z.number().int(),
  amount: amountSchema,
  /** The service's own words; its time zone is unknown. */
  service_status: z.string().nullable(),
  service_paid_at: z.string().nullable(),
  invoice: z
    .object({
      id: z.string(),
      state: z.string(),
      standing: z.enum(STANDINGS),
      amount: amountSchema,
      /** What was paid as the store knows it; null where it knows of no payment. */
      paid: amountSchema.nullable(),
      /** What was given back of it, or is to be. */
      given_back: amountSchema,
      order_id: z.string().nullable(),
      order_number: z.number().int().nullable(),
      paid_at: momentSchema.nullable(),
    })
    .nullable(),
})
/** GET /admin/checkout-uz/cash-desks/:cash_desk/history?from&to[&format=csv[&language&separator]] */
export const historyAnswerSchema = z.object({
  from: daySchema,
  to: daySchema,
  both: z.array(reportRowSchema),
  /** Other channels, or a loss. */
  only_service: z.array(reportRowSchema),
  /** The newest of them: the file has them all. */
  only_ours: z.array(reportRowSchema),
  /** Of all of them, also of those that are not among the rows. */
  totals: z.object({
    both: totalSchema,
    only_service: totalSchema,
    only_ours: totalSchema.extend({
      paid: amountSchema,
      given_back: amountSchema,
      /** What stays of those that are on no order yet. */
      unbooked: amountSchema,
    }),
  }),
  /** How many transactions the service was asked for and gave: as many as asked means there may be more. */
  asked_for: z.number().int(),
  received: z.number().int(),
  may_be_incomplete: z.boolean(),
})
export const historyQuerySchema = rangeQuerySchema.and(
  spreadsheetFormSchema.extend({ format: z.enum(["json", "csv"]).default("json") })
)
