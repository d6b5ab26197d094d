import { defineConfig } from "@medusajs/framework/utils"

const storefrontUrl = process.env.STOREFRONT_URL ?? "http://127.0.0.1:8000"

/** The shop on this machine: http, and whichever of its two names the browser was given. */
const storefrontOrigins = [storefrontUrl, storefrontUrl.replace("127.0.0.1", "localhost")]
const cors = storefrontOrigins.join(",")

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: cors,
      adminCors: cors,
      authCors: cors,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    // The demo speaks plain http, where a browser would not return a secure cookie.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: {
    disable: process.env.DEMO_WITHOUT_ADMIN === "true",
    backendUrl: "/",
  },
  plugins: [
    {
      resolve: "medusa-payment-checkout-uz",
      options: {
        baseUrl: process.env.CHECKOUT_UZ_BASE_URL,
        webhookBaseUrl: process.env.MEDUSA_BACKEND_URL,
        returnUrl: process.env.CHECKOUT_UZ_RETURN_URL,
        storefrontOrigins,
        encryptionKeys: [process.env.CHECKOUT_UZ_ENCRYPTION_KEY],
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
    {
      resolve: "@medusajs/medusa/file",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/file-local",
            id: "local",
            options: { backend_url: `${process.env.MEDUSA_BACKEND_URL ?? ""}/static` },
          },
        ],
      },
    },
  ],
})
