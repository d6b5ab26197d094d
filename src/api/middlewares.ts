import { defineMiddlewares } from "@medusajs/framework/http"
import express from "express"
import { completeOnlyPaidCart } from "./guards/complete-unpaid-cart"
import { refuseChangesOfPaidCart } from "./guards/paid-cart"

/** Bytes of a webhook's body. */
const WEBHOOK_LIMIT = 64 * 1024

/** Whatever the content type says: a webhook is sent once, and a wrong header must not lose it. */
const rawBody = express.raw({ type: () => true, limit: WEBHOOK_LIMIT })

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
    {
      matcher: "/hooks/checkout-uz/*",
      method: ["POST"],
      bodyParser: false,
      middlewares: [rawBody],
    },
    ...changesOfCarts.map(({ matcher, methods }) => ({
      matcher,
      method: [...methods],
      middlewares: [refuseChangesOfPaidCart],
    })),
    {
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [completeOnlyPaidCart],
    },
  ],
})
