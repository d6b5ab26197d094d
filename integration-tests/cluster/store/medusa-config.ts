import { defineConfig } from "@medusajs/framework/utils"

/**
 * One member of the cluster: a server or a worker, by MEDUSA_WORKER_MODE. All share one PostgreSQL
 * and one Redis, as a store that outgrew one machine is set up.
 */
const redisUrl = process.env.REDIS_URL
const origin = "http://127.0.0.1:8000"

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    redisUrl,
    http: {
      storeCors: origin,
      adminCors: origin,
      authCors: origin,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  admin: { disable: true },
  featureFlags: { caching: true },
  plugins: [
    {
      resolve: "medusa-payment-checkout-uz",
      options: {
        baseUrl: process.env.CHECKOUT_UZ_BASE_URL,
        webhookBaseUrl: process.env.WEBHOOK_BASE_URL,
        returnUrl: `${origin}/checkout/return?session={session_id}`,
        storefrontOrigins: [origin],
        encryptionKeys: [process.env.CHECKOUT_UZ_ENCRYPTION_KEY],
        // A hanging service costs seconds here and not minutes; otherwise as in production.
        timeouts: { requestMs: 3_000 },
        reconcile: { sweepSeconds: Number(process.env.SWEEP_SECONDS ?? 2) },
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
    { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
    { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
    {
      resolve: "@medusajs/medusa/locking",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/locking-redis",
            id: "locking-redis",
            is_default: true,
            options: { redisUrl },
          },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/caching",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/caching-redis",
            id: "caching-redis",
            is_default: true,
            options: { redisUrl },
          },
        ],
      },
    },
  ],
})
