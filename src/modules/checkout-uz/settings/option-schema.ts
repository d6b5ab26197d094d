import { z } from "zod"
import { host, httpUrl, origin, serviceAddress } from "./addresses"
import {
  alertLanguageSchema,
  LONGEST_DESCRIPTION,
  orderPlacementSchema,
  partsMaxSchema,
  partsWaitHoursSchema,
  watchDaysSchema,
} from "./choices"

/** Written out, so that they are there even where a zod of another range can read nothing. */
export const DEFAULTS = {
  baseUrl: "https://checkout.uz/api/v1",
  orderPlacement: "after_payment",
  amountRounding: "nearest",
  cardPayments: true,
  alertLanguage: "en",
  parts: { max: 5, waitHours: 24 },
  unpaidOrders: { cancelAfterMinutes: 60 },
  limits: {
    webhookCallsPerMinute: 60,
    storePerSession: 120,
    storePerAddress: 3_000,
    cardAttempts: 6,
    invoicesPerCollection: 10,
  },
  retention: { deliveryDays: 90 },
  timeouts: { requestMs: 10_000 },
  reconcile: { watchDays: 7, sweepSeconds: 15, callsPerSweep: 100, concurrency: 4 },
} as const

const positive = z.number().int().positive()

const parts = z.strictObject({
  max: partsMaxSchema.default(DEFAULTS.parts.max).meta({
    description:
      "The most parts a payment above 10,000,000 UZS is paid in, one invoice after the other; `1` switches it off.",
    example: 3,
  }),
  waitHours: partsWaitHoursSchema.default(DEFAULTS.parts.waitHours).meta({
    description:
      "Hours after the lifetime of its last part's invoice until a payment that is not finished is yours to decide.",
    example: 48,
  }),
})

const unpaidOrders = z.strictObject({
  cancelAfterMinutes: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .default(DEFAULTS.unpaidOrders.cancelAfterMinutes)
    .meta({
      description:
        "With `before_payment`: minutes after the lifetime of its last invoice until an unpaid order is cancelled; `null` leaves that to you.",
      example: null,
    }),
})

const limits = z.strictObject({
  webhookCallsPerMinute: positive.default(DEFAULTS.limits.webhookCallsPerMinute).meta({
    description:
      "Requests to the service a minute that webhooks without an invoice's own token may cause, for each cash desk and over all servers.",
    example: 120,
  }),
  storePerSession: positive.default(DEFAULTS.limits.storePerSession).meta({
    description: "Requests a minute to the plugin's store routes about one payment session.",
    example: 240,
  }),
  storePerAddress: positive.default(DEFAULTS.limits.storePerAddress).meta({
    description:
      "The same from one network address; a storefront that asks from its server is one address for all customers.",
    example: 10_000,
  }),
  cardAttempts: positive.default(DEFAULTS.limits.cardAttempts).meta({
    description: "Cards, and SMS codes for them, tried a minute on one invoice.",
    example: 4,
  }),
  invoicesPerCollection: positive.default(DEFAULTS.limits.invoicesPerCollection).meta({
    description: "New invoices a minute for one cart.",
    example: 20,
  }),
})

const retention = z.strictObject({
  deliveryDays: positive.default(DEFAULTS.retention.deliveryDays).meta({
    description: "Days the body of a webhook is kept.",
    example: 30,
  }),
})

const timeouts = z.strictObject({
  requestMs: z.number().int().min(100).max(60_000).default(DEFAULTS.timeouts.requestMs).meta({
    description: "Milliseconds for one request to the service, with all its retries.",
    example: 8_000,
  }),
})

const reconcile = z.strictObject({
  watchDays: watchDaysSchema.default(DEFAULTS.reconcile.watchDays).meta({
    description: "Days after its lifetime for which an unpaid invoice is still polled.",
    example: 14,
  }),
  sweepSeconds: positive.default(DEFAULTS.reconcile.sweepSeconds).meta({
    description: "Seconds between two sweeps of a cash desk, over all servers.",
    example: 10,
  }),
  callsPerSweep: positive.default(DEFAULTS.reconcile.callsPerSweep).meta({
    description: "Invoices one sweep verifies at most.",
    example: 200,
  }),
  concurrency: positive.max(20).default(DEFAULTS.reconcile.concurrency).meta({
    description: "Requests of a sweep under way at once.",
    example: 8,
  }),
})

/**
 * The plugin's options, as the store's developer writes them in `medusa-config`. docs/configuration.md is
 * written from them: what each means, an example, what it `takes` where a schema cannot say it, and what
 * holds `without` it where that is no value.
 */
export const pluginOptionsSchema = z.strictObject({
  webhookBaseUrl: httpUrl.optional().meta({
    description: "Public address of this Medusa server; the service posts its webhooks there.",
    example: "https://api.shop.example",
    without: "required",
  }),
  returnUrl: httpUrl.optional().meta({
    description:
      "Where the customer returns after paying. `{session_id}` becomes the payment session's id.",
    example: "https://shop.example/return?session={session_id}",
    without: "the customer stays on the service's page",
  }),
  storefrontOrigins: z
    .array(origin)
    .default([])
    .meta({
      description: "Origins a storefront may ask to return to with `data.return_url`.",
      example: ["https://shop.example"],
    }),
  encryptionKeys: z
    .array(z.string())
    .default([])
    .meta({
      description:
        "Keys of 16 characters or more that encrypt API keys in the database: the first encrypts, all decrypt. With one, API keys can be set in the admin, and payments are found after a key was changed. [API keys](api-keys.md).",
      example: ["<openssl rand -base64 32>"],
    }),
  baseUrl: serviceAddress.default(DEFAULTS.baseUrl).meta({
    description: "Address of the service, or of the sandbox.",
    example: "http://localhost:4242/api/v1",
  }),
  paymentHosts: z
    .array(host)
    .default([])
    .meta({
      description:
        "Further hosts, with their port if they have one, that a payment page may live on.",
      example: ["pay.example.uz"],
    }),
  orderPlacement: orderPlacementSchema.default(DEFAULTS.orderPlacement).meta({
    description:
      "`before_payment` places the order first and captures it when the money comes. [Which to take](choosing-order-placement.md).",
    example: "before_payment",
  }),
  amountRounding: z.enum(["nearest", "exact"]).default(DEFAULTS.amountRounding).meta({
    description:
      "`nearest` makes invoices over whole som, as tiyin are not in use; `exact` sends up to two decimals.",
    example: "exact",
  }),
  description: z
    .string()
    .optional()
    .meta({
      description: "A note on the payment page. `{cart_id}` and `{session_id}` are filled in.",
      example: "Order {cart_id}",
      takes: `text; ${LONGEST_DESCRIPTION} characters reach the service`,
    }),
  cardPayments: z.boolean().default(DEFAULTS.cardPayments).meta({
    description: "Whether customers may pay by card on the shop's own pages.",
    example: false,
  }),
  alertLanguage: alertLanguageSchema.default(DEFAULTS.alertLanguage).meta({
    description:
      "The language of the admin's notifications. The admin's settings page can choose another one.",
    example: "uz",
  }),
  parts: parts.prefault({}),
  unpaidOrders: unpaidOrders.prefault({}),
  limits: limits.prefault({}),
  retention: retention.prefault({}),
  timeouts: timeouts.prefault({}),
  reconcile: reconcile.prefault({}),
})
