import type { MedusaRequest } from "@medusajs/framework/http"
import { paymentMethodsQuerySchema } from "../../../../contract"
import { regionPaymentMethods } from "../../../../workflows/payment-methods"
import { readOrRefuse, refuseCustomer } from "../../refuse-customer"
import { customerRoute } from "../../customer-route"

/** The payment systems that a region's customers can pay with. */
export const GET = customerRoute(async (req: MedusaRequest, res) => {
  const query = await readOrRefuse(req, res, {
    schema: paymentMethodsQuerySchema,
    input: req.query,
  })
  if (!query) return
  const outcome = await regionPaymentMethods(req.scope, query.region_id)
  if (outcome.kind === "read") res.json({ payment_methods: outcome.methods })
  else await refuseCustomer(req, res, outcome.kind)
})
