import { defineConfig } from "@medusajs/framework/utils"

/** The shop the tests run: the plugin's options come from each test file, see `../setup/shop`. */
const options = JSON.parse(process.env.TEST_PLUGIN_OPTIONS ?? "{}") as Record<string, unknown>
const dependencies = JSON.parse(process.env.TEST_DEPENDENCIES ?? "null") as string[] | null
const furtherProviders = JSON.parse(process.env.TEST_PROVIDERS ?? "[]") as {
  id: string
  options: Record<string, unknown>
}[]
const apiKey = process.env.TEST_API_KEY
/** Medusa's own locks are in memory; several servers without Redis keep them in PostgreSQL. */
const locking =
  process.env.TEST_LOCKING === "postgres"
    ? [
        {
          resolve: "@medusajs/medusa/locking",
          options: {
            providers: [
              {
                resolve: "@medusajs/medusa/locking-postgres",
                id: "locking-postgres",
                is_default: true,
              },
            ],
          },
        },
      ]
    : []

/** The flag is read too late for core to add the module by itself. */
const roles = process.env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []

const resolve = "medusa-payment-checkout-uz/providers/checkout-uz"

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    workerMode: process.env.TEST_WORKER_MODE === "server" ? "server" : "shared",
    http: {
      storeCors: "http://127.0.0.1:8000",
      adminCors: "http://127.0.0.1:8000",
      authCors: "http://127.0.0.1:8000",
      jwtSecret: "jwt-secret-of-the-tests",
      cookieSecret: "cookie-secret-of-the-tests",
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: "medusa-payment-checkout-uz", options }],
  modules: [
    ...locking,
    ...roles,
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: dependencies ?? ["checkoutUz", "payment", "query"],
      options: {
        providers: [
          { resolve, id: "main", options: { cashDesk: "main", apiKey } },
          ...furtherProviders.map((provider) => ({ resolve, ...provider })),
        ],
      },
    },
  ],
})
