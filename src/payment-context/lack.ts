import type { ContextCart } from "./context"

/** What a cart can lack that core needs to make an order of it. Stock is asked about apart from this. */
export type Lack = "items" | "email" | "shipping"

/**
 * What is missing in a cart before it can become an order; undefined where nothing is.
 *
 * INVARIANT: nobody is let pay for a cart that could not become an order: there is no way to give the money
 * back automatically. Such a cart can always be changed, also when it is paid.
 */
export function lackOf({ isEmpty, buyer, lacksShipping }: ContextCart): Lack | undefined {
  if (isEmpty) return "items"
  if (!buyer.email) return "email"
  return lacksShipping ? "shipping" : undefined
}
