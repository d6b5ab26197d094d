import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Collaborators } from "./collaborators"

/** A change of an order that was begun and is neither confirmed nor given up. */
export type OpenChange = {
  id: string
  /** Core's word: "edit", "exchange", "claim", "return_receive", "transfer", "credit_line" and others. */
  type: string
  createdAt: Date
}

const changesSchema = z.array(
  z
    .object({ id: z.string(), change_type: z.string().nullish(), created_at: z.coerce.date() })
    .transform(({ id, change_type, created_at }) => ({
      id,
      type: change_type ?? "change",
      createdAt: created_at,
    }))
)

/** The open change of an order. Core lets it have one, and begins no other meanwhile. */
export async function openChangeOf(
  { query }: Pick<Collaborators, "query">,
  orderId: string
): Promise<OpenChange | undefined> {
  const { data } = await query.graph({
    entity: "order_change",
    fields: ["id", "change_type", "created_at"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  })
  return changesSchema.parse(data)[0]
}

/**
 * The credit line, in UZS, by which core lowers what an order asks for when it refunds an amount: all of it but for
 * what was paid too much. A cancelled order asks for nothing. Undefined where that is nothing.
 */
export function creditFor(
  { canceled, open }: { canceled: boolean; open: string },
  { amount }: { amount: string }
): string | undefined {
  if (canceled) return undefined
  const credit = MathBN.sub(amount, MathBN.max(MathBN.mult(open, -1), 0))
  return MathBN.gt(credit, 0) ? credit.toFixed() : undefined
}
