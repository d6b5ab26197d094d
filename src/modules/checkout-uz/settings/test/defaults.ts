import type { PluginOptions } from "../options"

export const DEFAULTS: PluginOptions = {
  webhookBaseUrl: undefined,
  returnUrl: undefined,
  storefrontOrigins: [],
  encryptionKeys: [],
  baseUrl: "https://checkout.uz/api/v1",
  paymentHosts: [],
  orderPlacement: "after_payment",
  amountRounding: "nearest",
  description: undefined,
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
}
