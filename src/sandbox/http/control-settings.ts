import { isIP } from "node:net"
import { z } from "zod"
import { usableUrl } from "../assumptions"
import { paymentSystem } from "../core/payment-systems"
import { faultKinds, type CashDesk, type Fault, type Settings } from "../core/state"
import { operations } from "./operations"

const methodKey = z
  .string({ error: "must be a payment system's key" })
  .refine((key) => paymentSystem(key) !== undefined, { error: "is not a known payment system" })

const ipAddress = z
  .string({ error: "must be an IP address" })
  .refine((address) => isIP(address) !== 0, { error: "must be an IP address" })

const seconds = z
  .int({ error: "must be a whole number of seconds" })
  .min(0, { error: "must not be negative" })

/** The body of `PUT /sandbox/settings`; what is left out stays as it is. */
export const settingsFields = z.strictObject({
  webhook_url: z
    .string({ error: "must be an http(s) address or null" })
    .refine((url) => usableUrl(url) !== null, { error: "must be an http(s) address or null" })
    .nullable()
    .optional(),
  ip_whitelist: z
    .array(ipAddress, { error: "must be a list of IP addresses or null" })
    .nullable()
    .optional(),
  types: z
    .enum(["documented", "observed"], { error: 'must be "documented" or "observed"' })
    .optional(),
  methods: z
    .array(methodKey, { error: "must be a list of payment systems' keys" })
    .refine((keys) => new Set(keys).size === keys.length, { error: "must not name a key twice" })
    .optional(),
  lifetime_seconds: z
    .int({ error: "must be a whole number of seconds" })
    .min(1, { error: "must be at least 1 second" })
    .max(31_536_000, { error: "must be at most one year" })
    .optional(),
  status_after_lifetime: z
    .string({ error: "must be a word" })
    .regex(/^[a-z_]{1,40}$/, { error: "must be a word in lower case" })
    .refine((word) => word !== "paid", { error: "must not be paid" })
    .optional(),
  accept_late_payment: z.boolean({ error: "must be true or false" }).optional(),
  fiscal_delay_seconds: seconds.max(31_536_000, { error: "must be at most one year" }).optional(),
  card_delay_seconds: seconds.max(3_600, { error: "must be at most one hour" }).optional(),
  pay_at_creation: z.boolean({ error: "must be true or false" }).optional(),
})

export const changeSettings = (desk: CashDesk, to: z.infer<typeof settingsFields>): void => {
  const { settings: old } = desk
  desk.settings = {
    webhookUrl: to.webhook_url === undefined ? old.webhookUrl : to.webhook_url,
    ipWhitelist: to.ip_whitelist === undefined ? old.ipWhitelist : (to.ip_whitelist ?? []),
    types: to.types ?? old.types,
    methods: to.methods ?? old.methods,
    lifetimeSeconds: to.lifetime_seconds ?? old.lifetimeSeconds,
    statusAfterLifetime: to.status_after_lifetime ?? old.statusAfterLifetime,
    acceptLatePayment: to.accept_late_payment ?? old.acceptLatePayment,
    fiscalDelaySeconds: to.fiscal_delay_seconds ?? old.fiscalDelaySeconds,
    cardDelaySeconds: to.card_delay_seconds ?? old.cardDelaySeconds,
    payAtCreation: to.pay_at_creation ?? old.payAtCreation,
  }
}

export const settingsRecord = (settings: Settings) => ({
  webhook_url: settings.webhookUrl,
  ip_whitelist: settings.ipWhitelist,
  types: settings.types,
  methods: settings.methods,
  lifetime_seconds: settings.lifetimeSeconds,
  status_after_lifetime: settings.statusAfterLifetime,
  accept_late_payment: settings.acceptLatePayment,
  fiscal_delay_seconds: settings.fiscalDelaySeconds,
  card_delay_seconds: settings.cardDelaySeconds,
  pay_at_creation: settings.payAtCreation,
})

const operationNames = Object.keys(operations)

/** What is ordered, and how often it struck; `times` is null where nothing limits it. */
export const faultRecord = ({ operation, kind, times, rate, delayMs, hits }: Fault) => ({
  operation,
  kind,
  times: Number.isFinite(times) ? times : null,
  rate,
  delay_ms: delayMs,
  hits,
})

/** The body of `POST /sandbox/faults`. */
export const faultFields = z
  .strictObject({
    operation: z.enum(operationNames, {
      error: `must be one of ${operationNames.join(", ")}`,
    }),
    kind: z.enum(faultKinds, { error: `must be one of ${faultKinds.join(", ")}` }),
    times: z
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .optional(),
    rate: z
      .number({ error: "must be a number" })
      .gt(0, { error: "must be above 0" })
      .max(1, { error: "must be at most 1" })
      .optional(),
    delay_ms: z
      .int({ error: "must be a whole number of milliseconds" })
      .min(0, { error: "must not be negative" })
      .max(600_000, { error: "must be at most 600000" })
      .optional(),
  })
  .refine(
    ({ operation, kind }) =>
      (kind !== "wrong_id" && kind !== "wrong_amount") ||
      operation === "create_payment" ||
      operation === "status_payment",
    {
      path: ["kind"],
      error: "wrong_id and wrong_amount go with create_payment and status_payment only",
    }
  )
