import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { creditFor, type PaymentContext } from "../../payment-context"
import type { WorkflowScope } from "../scope"

const orderSchema = z.object({
  version: z.number(),
  transactions: z.array(
    z.object({
      version: z.number(),
      reference: z.string().nullish(),
      reference_id: z.string().nullish(),
    })
  ),
})

/**
 * The credit line, in UZS, of a refund over which a server died: core books the refund on its order, and lowers
 * what the order asks for only then, which makes a new version of it. Where the version is still the refund's,
 * the order asks once more for what was given back.
 *
 * @returns undefined where none is missing, or other refunds were booked beside it and it cannot be told
 */
export async function lostCredit(
  { query }: Pick<WorkflowScope, "query">,
  { order, payments }: PaymentContext
): Promise<string | undefined> {
  if (!order || order.canceled || MathBN.lte(order.open, 0)) return undefined
  const { data } = await query.graph({
    entity: "order",
    fields: [
      "version",
      "transactions.version",
      "transactions.reference",
      "transactions.reference_id",
    ],
    filters: { id: order.id },
  })
  const [row] = z.array(orderSchema).parse(data)
  const booked = (row?.transactions ?? []).filter(
    ({ reference, version }) => reference === "refund" && version === row?.version
  )
  const [only, ...others] = booked
  const refund = payments
    .flatMap((payment) => payment.refunds)
    .find(({ id }) => id === only?.reference_id)
  if (!refund || others.length > 0) return undefined
  const before = { canceled: false, open: MathBN.sub(order.open, refund.amount).toFixed() }
  return creditFor(before, refund)
}
