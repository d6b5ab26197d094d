import { defineMiddlewares } from "@medusajs/framework/http"
import { adminPermissions } from "./guards/admin-permissions"
import { completeOnlyPaidCart } from "./guards/complete-unpaid-cart"
import { refuseChangesOfPaidCart } from "./guards/paid-cart"
import { limitByAddress, limitBySession } from "./guards/rate-limit"
import { limitCoreWebhookBody, readWebhookBody } from "./guards/webhook-body"

const changesOfCarts = [
  { matcher: "/store/carts/:id", methods: ["POST"] },
  { matcher: "/store/carts/:id/line-items", methods: ["POST"] },
  { matcher: "/store/carts/:id/line-items/:line_id", methods: ["POST", "DELETE"] },
  { matcher: "/store/carts/:id/promotions", methods: ["POST", "DELETE"] },
  { matcher: "/store/carts/:id/shipping-methods", methods: ["POST"] },
  { matcher: "/store/carts/:id/taxes", methods: ["POST"] },
  { matcher: "/store/carts/:id/customer", methods: ["POST"] },
  { matcher: "/store/payment-collections/:id/payment-sessions", methods: ["POST"] },
] as const

export default defineMiddlewares({
  routes: [
    ...adminPermissions,
    {
      matcher: "/hooks/checkout-uz/*",
      methods: ["POST"],
      bodyParser: false,
      middlewares: [readWebhookBody],
    },
    {
      matcher: "/hooks/payment/:provider",
      methods: ["POST"],
      middlewares: [limitCoreWebhookBody],
    },
    {
      matcher: "/store/checkout-uz/*",
      methods: ["GET", "POST"],
      middlewares: [limitByAddress],
    },
    ...["", "/*"].map((rest) => ({
      matcher: `/store/checkout-uz/payment-sessions/:id${rest}`,
      methods: ["GET" as const, "POST" as const],
      middlewares: [limitBySession],
    })),
    ...changesOfCarts.map(({ matcher, methods }) => ({
      matcher,
      methods: [...methods],
      middlewares: [refuseChangesOfPaidCart],
    })),
    {
      matcher: "/store/carts/:id/complete",
      methods: ["POST"],
      middlewares: [completeOnlyPaidCart],
    },
  ],
})
