import { invoiceSchema, type Invoice } from "../../../../contract"

const REASONS = invoiceSchema.shape.hold_reason.unwrap().options

/** A reason as one there are words for; undefined for one this screen does not know yet. */
export function holdReasonOf(
  reason: string | null
): NonNullable<Invoice["hold_reason"]> | undefined {
  return REASONS.find((known) => known === reason)
}
