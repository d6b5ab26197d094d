import type { PaymentSessionStatus } from "../payment-session-status"

/** Why a step of a card payment was not made. */
export type CardRefusal =
  | { kind: "unknown_session" }
  /** The merchant has switched card payments in the shop off. */
  | { kind: "switched_off" }
  /** There is nothing to pay by card. */
  | { kind: "already_paid" | "not_payable" }
  /** The cart comes to something else than the session asks for. */
  | { kind: "cart_changed" }
  /** Something in the cart has sold out, and no order has it reserved. */
  | { kind: "not_completable"; soldOut: string }
  /** A code was taken, or may have been: what becomes of it, the payment session's status will say. */
  | { kind: "in_progress" }
  | { kind: "too_many_attempts"; retryAfterSeconds: number }
  /** By its expiry, the card cannot pay any more: nobody was asked. */
  | { kind: "expired" }
  /** By the service or the card's bank; `words` are the service's own, where it had any. */
  | { kind: "refused"; words: string | undefined }
  /** Nobody could be asked, or did not answer. */
  | { kind: "unavailable" }

/** What step 1 came to. The message is the service's own, for the customer. */
export type CardStart =
  | {
      kind: "code_sent"
      message: string
      /** For which the service still takes the code. */
      secondsLeft: number
      /** The phone it went to, masked, where the message names one. */
      phone: string | undefined
    }
  | CardRefusal

/** Why a code pays nothing. */
export type CodeRefusal =
  /** Another can be tried, so many times. */
  | { kind: "code_refused"; triesLeft: number; words: string | undefined }
  /** So was the last that could be tried: a new one is sent. */
  | { kind: "codes_used_up"; words: string | undefined }
  /** It came too late, or none was sent. */
  | { kind: "code_expired" }

/** What step 2 came to: where the payment session stands. */
export type CardConfirmation =
  { kind: "status"; status: PaymentSessionStatus } | CodeRefusal | CardRefusal
