import type { Uzs } from "../../client"
import type { Invoice, Misfit } from "../../modules/checkout-uz"
import type { PartArrived } from "../../payment-context"

/** What is to be done with paid money. */
export type Preparation =
  /** It is settled, or no paid money any more. */
  | { kind: "over"; invoice: Invoice }
  /** Core can complete the cart: one session of ours is there, and no other beside it. */
  | { kind: "complete"; cartId: string; invoices: readonly Invoice[] }
  /**
   * Core can capture the session, with its amount in UZS. `locksItself`: it takes the lock of the
   * collection's cart.
   */
  | { kind: "finish"; sessionId: string; amount: Uzs; locksItself: boolean }
  /** Parts of the payment have come, and others are due. */
  | { kind: "awaiting"; arrived: PartArrived; hasOrder: boolean }
  /** `invoices`: the parts that it is in the way of, where there is more than one. */
  | { kind: "blocked"; misfit: Misfit; error: Error; invoices?: readonly Invoice[] }
