import type { MedusaRequest } from "@medusajs/framework/http"
import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { medusaDecimal } from "../../payment-context"

const cartSchema = z.object({
  total: z.unknown(),
  items: z.array(z.object({ id: z.string(), quantity: z.coerce.number(), total: z.unknown() })),
})
const quantitySchema = z.looseObject({ quantity: z.number().nonnegative() })

/**
 * Whether a change of a cart's line is sure to leave it with a total below an amount in UZS: a line that is
 * taken out, or of which there is to be less. What else moves a total is not foreseen here.
 */
export async function leavesLessThan(req: MedusaRequest, amount: string): Promise<boolean> {
  const { line_id: lineId, id = "" } = req.params
  if (lineId === undefined) return false
  const query: Omit<RemoteQueryFunction, symbol> = req.scope.resolve(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "cart",
    fields: ["total", "items.id", "items.quantity", "items.total"],
    filters: { id },
  })
  const [cart] = z.array(cartSchema).parse(data)
  const line = cart?.items.find((item) => item.id === lineId)
  const left = line && quantityLeft(req)
  const [total, ofLine] = [medusaDecimal(cart?.total), medusaDecimal(line?.total)]
  if (!line || left === undefined || total === undefined || ofLine === undefined) return false
  if (left >= line.quantity) return false
  const gone = MathBN.div(MathBN.mult(ofLine, line.quantity - left), line.quantity)
  return MathBN.lt(MathBN.sub(total, gone), amount)
}

function quantityLeft({ method, body }: MedusaRequest): number | undefined {
  if (method === "DELETE") return 0
  const update = quantitySchema.safeParse(body)
  return update.success ? update.data.quantity : undefined
}
