import { defineConfig } from "@medusajs/framework/utils"

/** The shop that is measured: one server with Medusa's own modules in memory, and both providers. */
const origin = "http://127.0.0.1:8000"

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: origin,
      adminCors: origin,
      authCors: origin,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  admin: { disable: true },
  plugins: [
    {
      resolve: "medusa-payment-checkout-uz",
      options: {
        baseUrl: process.env.CHECKOUT_UZ_BASE_URL,
        webhookBaseUrl: process.env.MEDUSA_BACKEND_URL,
        returnUrl: `${origin}/checkout/return?session={session_id}`,
        storefrontOrigins: [origin],
        // Nobody but the measured request asks about an invoice.
        reconcile: { sweepSeconds: 86_400 },
        // One address asks for all customers.
        limits: {
          webhookCallsPerMinute: 100_000,
          storePerSession: 100_000,
          storePerAddress: 100_000,
          invoicesPerCollection: 100_000,
          cardAttempts: 100_000,
        },
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["checkoutUz", "payment", "query"],
      options: {
        providers: [
          {
            resolve: "medusa-payment-checkout-uz/providers/checkout-uz",
            id: "main",
            options: { cashDesk: "main", apiKey: process.env.CHECKOUT_UZ_API_KEY },
          },
        ],
      },
    },
  ],
})
