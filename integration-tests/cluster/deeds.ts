/** An invoice that was paid. */
type PaidInvoice = {
  number: number
  cartId: string
  /** When the customer pressed the button, in milliseconds since 1970. */
  at: number
  /** One of the parts of its cart's payment. */
  isPart: boolean
  /** Nobody tells the store: only the reconciler can find it. */
  silent: boolean
}

/** What a run's customers did so far. */
export type Deeds = {
  carts: number
  paid: PaidInvoice[]
  /** Announced, and never paid. */
  unpaid: number[]
  dropped: number
  doubled: number
  forged: number
  /** Carts paid in parts, and of these the ones whose customers left before the end. */
  inParts: number
  unfinished: number
  /** Carts whose customers waited in vain for the next part. */
  stuck: string[]
}

export const newDeeds = (): Deeds => ({
  carts: 0,
  paid: [],
  unpaid: [],
  dropped: 0,
  doubled: 0,
  forged: 0,
  inParts: 0,
  unfinished: 0,
  stuck: [],
})
