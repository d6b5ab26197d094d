import { authenticate, defineMiddlewares } from "@medusajs/framework/http"
import { checkAtStart } from "../workflows/doctor/at-start"
import { adminPermissions } from "./guards/admin-permissions"
import { readCardBody } from "./guards/card-body"
import { completeOnlyPaidCart } from "./guards/complete-unpaid-cart"
import { completeInCustomersWords, startInCustomersWords } from "./guards/customers-words"
import { sameForTaxes, sameQuantity, sameShipping } from "./guards/keeps-total"
import { refusePaidByHand } from "./guards/mark-as-paid"
import { refuseRefundWithoutProvider, refuseStartWithoutProvider } from "./guards/missing-provider"
import { ofOrder, ofPayment, oneRefundAtATime } from "./guards/one-refund-at-a-time"
import {
  placeOrderBeforeTransfer,
  refuseChangesOfPaidCart,
  refuseSessionOfPaid,
} from "./guards/paid-cart"
import { keepPaidDraft } from "./guards/paid-draft"
import { limitByAddress, limitById } from "./guards/rate-limit"
import { keepKnownInput } from "./guards/session-input"
import { limitCoreWebhookBody, readWebhookBody } from "./guards/webhook-body"
import { cartOfNamedSession, cartOfSession } from "./store/language"

// Servers load this file when they start; workers load the jobs, one of which does the same.
checkAtStart()

/** Express tells these addresses apart without regard to case, and so do they. */
const changesOfCarts = [
  { matcher: "/store/carts/:id", methods: ["POST"], isSafe: sameForTaxes },
  { matcher: "/store/carts/:id/line-items", methods: ["POST"], isSafe: undefined },
  {
    matcher: "/store/carts/:id/line-items/:line_id",
    methods: ["POST", "DELETE"],
    isSafe: sameQuantity,
  },
  { matcher: "/store/carts/:id/promotions", methods: ["POST", "DELETE"], isSafe: undefined },
  { matcher: "/store/carts/:id/shipping-methods", methods: ["POST"], isSafe: sameShipping },
  { matcher: "/store/carts/:id/taxes", methods: ["POST"], isSafe: undefined },
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
    ...["/card", "/card/confirm"].map((step) => ({
      matcher: `/store/checkout-uz/payment-sessions/:id${step}`,
      methods: ["POST" as const],
      bodyParser: false as const,
      middlewares: [readCardBody],
    })),
    ...["", "/*"].map((rest) => ({
      matcher: `/store/checkout-uz/payment-sessions/:id${rest}`,
      methods: ["GET" as const, "POST" as const],
      middlewares: [limitById("unknown_session", cartOfSession)],
    })),
    {
      matcher: "/store/checkout-uz/orders/:id/receipt",
      methods: ["GET"],
      middlewares: [
        limitById("unknown_order", cartOfNamedSession),
        // A guest proves in another way that the order is theirs.
        authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true }),
      ],
    },
    ...changesOfCarts.map(({ matcher, methods, isSafe }) => ({
      matcher,
      methods: [...methods],
      middlewares: [refuseChangesOfPaidCart(isSafe)],
    })),
    {
      matcher: "/store/carts/:id/customer",
      methods: ["POST"],
      middlewares: [placeOrderBeforeTransfer],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [
        keepKnownInput,
        refuseSessionOfPaid,
        startInCustomersWords,
        refuseStartWithoutProvider,
      ],
    },
    {
      matcher: "/admin/payment-collections/:id/mark-as-paid",
      methods: ["POST"],
      middlewares: [refusePaidByHand],
    },
    {
      matcher: "/admin/payments/:id/refund",
      methods: ["POST"],
      middlewares: [refuseRefundWithoutProvider, oneRefundAtATime(ofPayment)],
    },
    {
      matcher: "/admin/orders/:id/cancel",
      methods: ["POST"],
      middlewares: [oneRefundAtATime(ofOrder)],
    },
    {
      matcher: "/admin/draft-orders/:id",
      methods: ["DELETE"],
      middlewares: [keepPaidDraft],
    },
    {
      matcher: "/store/carts/:id/complete",
      methods: ["POST"],
      middlewares: [completeOnlyPaidCart, completeInCustomersWords],
    },
  ],
})
