/**
 * The nine operations (docs/service.md, 1.9), and whether each only reads. Reads may be repeated
 * freely; the others move something and have no idempotency key, so they are sent once.
 */
export const OPERATIONS = {
  create_payment: "write",
  status_payment: "read",
  get_fiscal: "read",
  pay_via_card: "write",
  confirm_card_payment: "write",
  get_balance: "read",
  get_history: "read",
  get_stats: "read",
  get_payment_methods: "read",
} as const satisfies Record<string, "read" | "write">

/** The name of an operation as it stands in its path. */
export type OperationName = keyof typeof OPERATIONS

/** Whether the operation only reads, and may therefore be repeated. */
export function isRead(operation: OperationName): boolean {
  return OPERATIONS[operation] === "read"
}
