import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { isOurs, loadPaymentContext } from "../../payment-context"
import { isRefusalReason, WAITING, type RefusalReason } from "../../providers/checkout-uz/refusals"
import { workflowScope } from "../../workflows/scope"
import { languageOf, WORDS } from "../store/language"
import { refuseAsProvider } from "../store/provider-refusal"

/** What Medusa answers where the provider refused. */
const refusalSchema = z.object({
  type: z.string(),
  code: z.custom<RefusalReason>(isRefusalReason),
  message: z.string(),
})

/** A completion that waits for the payment: HTTP 200, and no code. */
const waitingSchema = z.looseObject({
  type: z.literal("cart"),
  error: z.looseObject({ message: z.enum(WAITING) }),
})

/** A payment session to start: a completion names no provider. */
const startSchema = z.looseObject({ provider_id: z.string() })

/** Which cart a route of Medusa's is about, by the id in its address. */
type CartIdOf = (req: MedusaRequest, id: string) => Promise<string | undefined>

/** For `/store/carts/:id/…`. */
export const ofCart: CartIdOf = (_req, id) => Promise.resolve(id)

/** For `/store/payment-collections/:id/…`. */
export const ofCollection: CartIdOf = async (req, id) =>
  (await loadPaymentContext(workflowScope(req.scope), id))?.cart?.id

/**
 * On Medusa's own routes, too, a customer reads no developer's sentence: what the provider refuses there
 * is answered as the plugin's own routes answer it. It is known by the provider's code; whatever else
 * the route says goes out as it is.
 *
 * @param cartIdOf the cart whose locale counts where the request names no language
 */
export function inCustomersWords(cartIdOf: CartIdOf) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    // Another provider's refusals are its own, whatever their codes.
    const asked = startSchema.safeParse(req.body).data
    if (asked && !isOurs(asked.provider_id)) {
      next()
      return
    }
    const send = res.json.bind(res)
    // Read now: where Medusa answers an error, Express has taken the address's parts away.
    const id = req.params["id"] ?? ""
    const about = { cartIdOf: () => cartIdOf(req, id) }
    res.json = (body: unknown) => {
      res.json = send
      const refused = refusalSchema.safeParse(body).data
      const waiting = waitingSchema.safeParse(body).data
      if (refused) refuseAsProvider(req, res, refused, about).catch(next)
      else if (waiting) sendWaiting(req, res, waiting, about).catch(next)
      else send(body)
      return res
    }
    next()
  }
}

async function sendWaiting(
  req: MedusaRequest,
  res: MedusaResponse,
  body: z.output<typeof waitingSchema>,
  { cartIdOf }: { cartIdOf: () => Promise<string | undefined> }
): Promise<void> {
  const language = await languageOf(req, cartIdOf)
  const words = body.error.message === WAITING.order_coming ? "order_coming" : "payment_awaited"
  res.json({ ...body, error: { ...body.error, message: WORDS[language][words] } })
}
