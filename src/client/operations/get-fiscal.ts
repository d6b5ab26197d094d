import type { InvoiceNumber } from "../invoice-number"
import type { Service } from "../service"
import type { FiscalData } from "../types"

/**
 * `/get_fiscal`: the fiscal receipt data of an invoice. Its shape is not documented
 * (docs/service.md, 6.5), so whatever JSON came is passed on, null for an empty answer. Numbers too
 * long for a float are text.
 * @throws CheckoutUzError
 */
export async function getFiscal(
  service: Service,
  input: { orderId: InvoiceNumber }
): Promise<FiscalData> {
  const answer = await service.ask("get_fiscal", { order_id: input.orderId })
  return answer.body
}
