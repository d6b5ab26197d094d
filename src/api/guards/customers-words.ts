import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { StoreRefusalCode } from "../../contract"
import { isSpendable, reasonOf } from "../../modules/checkout-uz"
import { isOurs, isOvertakenStart, listOf, loadPaymentContext } from "../../payment-context"
import { isRefusalReason, WAITING, type RefusalReason } from "../../providers/checkout-uz/refusals"
import { workflowScope, type WorkflowScope } from "../../workflows/scope"
import { languageOf, WORDS } from "../store/language"
import { refuseAsProvider } from "../store/provider-refusal"
import { refuseCustomer, type About } from "../store/refuse-customer"
import type { Words } from "../store/translations/en"
import { ofThisService } from "./arrived-money"

/** What Medusa answers where the provider refused. */
const refusalSchema = z.object({
  type: z.string(),
  code: z.custom<RefusalReason>(isRefusalReason),
  message: z.string(),
})

/** A completion that came to no order: HTTP 200, and no code. */
const noOrderSchema = z.looseObject({
  type: z.literal("cart"),
  error: z.looseObject({ message: z.string() }),
})
type NoOrder = z.output<typeof noOrderSchema>

type Refused = { code: StoreRefusalCode; words?: keyof Words }

/** One of Medusa's routes on which customers pay; `id` is the one in its address. */
type Route = {
  /** The cart whose locale counts where the request names no language. */
  cartIdOf: (req: MedusaRequest, id: string) => Promise<string | undefined>
  /** Whether it is about our provider alone: what another one refuses is its own. */
  isAboutUs: (req: MedusaRequest, id: string) => Promise<boolean>
  /** What a refusal of Medusa's own means to the customer, and what a failure does. */
  refused: (req: MedusaRequest, id: string) => Promise<Refused>
  failed: keyof Words
}

/** `POST /store/payment-collections/:id/payment-sessions` */
const STARTING: Route = {
  cartIdOf: ofCollection,
  isAboutUs: ({ body }) => Promise.resolve(isOurs(providerIn(body) ?? "")),
  refused: () => Promise.resolve({ code: "invalid_request" }),
  // Nothing was charged yet.
  failed: "payment_unavailable",
}

/** `POST /store/carts/:id/complete` */
const COMPLETING: Route = {
  cartIdOf: (_req, id) => Promise.resolve(id),
  isAboutUs: paysWithUsAlone,
  refused: whyNotCompleted,
  failed: "unexpected",
}

/** The cart of a payment collection. */
export async function ofCollection(req: MedusaRequest, id: string): Promise<string | undefined> {
  return (await loadPaymentContext(workflowScope(req.scope), id))?.cart?.id
}

const startSchema = z.looseObject({ provider_id: z.string() })

/** Which provider a session is to be started with; a completion names none. */
export function providerIn(body: unknown): string | undefined {
  return startSchema.safeParse(body).data?.provider_id
}

const cartsSchema = z.array(
  z.object({
    payment_collection: z
      .object({ payment_sessions: listOf(z.object({ provider_id: z.string() })) })
      .nullish(),
  })
)

/** Also where no session is left of ours. */
async function paysWithUsAlone(req: MedusaRequest, id: string): Promise<boolean> {
  const scope = workflowScope(req.scope)
  const providerIds = await providersOfSessions(scope, id)
  if (providerIds === undefined) return false
  if (providerIds.length > 0) return providerIds.every((provider) => isOurs(provider))
  return (await scope.ledger.invoices.ofOwner(id)).length > 0
}

/** Whose sessions a cart has; undefined where there is no such cart. */
async function providersOfSessions(
  { query }: Pick<WorkflowScope, "query">,
  id: string
): Promise<string[] | undefined> {
  const { data } = await query.graph({
    entity: "cart",
    fields: ["payment_collection.payment_sessions.provider_id"],
    filters: { id },
  })
  const [cart] = cartsSchema.parse(data)
  const sessions = cart?.payment_collection?.payment_sessions ?? []
  return cart && sessions.map(({ provider_id }) => provider_id)
}

/** A cart that was changed since its payment was started, or whose money went back, has no session left. */
async function whyNotCompleted(req: MedusaRequest, id: string): Promise<Refused> {
  if (await holdsMoney(req, id)) return { code: "payment_held" }
  const sessions = await providersOfSessions(workflowScope(req.scope), id)
  if (sessions?.length === 0) return { code: "not_completable", words: "payment_awaited" }
  return { code: "not_completable" }
}

/** Whether money for the cart is here that waits for no more of it, such as its total before it changed. */
async function holdsMoney(req: MedusaRequest, id: string): Promise<boolean> {
  const own = await workflowScope(req.scope).ledger.invoices.ofOwner(id)
  return ofThisService(req.scope, own).some(
    (invoice) => isSpendable(invoice) && invoice.blocker?.reason !== "part_paid"
  )
}

export const startInCustomersWords = inCustomersWords(STARTING)
export const completeInCustomersWords = inCustomersWords(COMPLETING)

/**
 * On Medusa's own routes, too, a customer reads no developer's sentence: what our provider refuses there
 * is answered as the plugin's own routes answer it, and so is what Medusa says of a payment of ours.
 */
function inCustomersWords(route: Route) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const provider = providerIn(req.body)
    if (provider !== undefined && !isOurs(provider)) {
      next()
      return
    }
    const send = res.json.bind(res)
    // Read now: where Medusa answers an error, Express has taken the address's parts away.
    const id = req.params["id"] ?? ""
    res.json = (body: unknown) => {
      res.json = send
      const noOrder = noOrderSchema.safeParse(body).data
      if (noOrder) sendNoOrder(req, res, noOrder, { route, id }).catch(next)
      else if (res.statusCode >= 400) sendRefusal(req, res, body, { route, id }).catch(next)
      else send(body)
      return res
    }
    next()
  }
}

type Place = { route: Route; id: string }

async function sendRefusal(
  req: MedusaRequest,
  res: MedusaResponse,
  body: unknown,
  place: Place
): Promise<void> {
  const about = aboutOf(req, place)
  const refused = refusalSchema.safeParse(body).data
  if (refused) return refuseAsProvider(req, res, refused, about)
  if (!(await isAboutUs(req, place))) {
    res.json(body)
    return
  }
  const { route } = place
  const message = messageSchema.safeParse(body).data?.message ?? null
  const isOvertaken = message !== null && isOvertakenStart(message)
  if (res.statusCode === 409 || isOvertaken) return refuseCustomer(req, res, "in_progress", about)
  if (res.statusCode >= 500) {
    return refuseCustomer(req, res, "unavailable", { ...about, words: route.failed })
  }
  const fields = { detail: message }
  const { code, words = code } = await route.refused(req, place.id)
  return refuseCustomer(req, res, code, { ...about, words, fields })
}

const messageSchema = z.looseObject({ message: z.string() })

async function sendNoOrder(
  req: MedusaRequest,
  res: MedusaResponse,
  body: NoOrder,
  place: Place
): Promise<void> {
  const words = wordsOf(body) ?? ((await isAboutUs(req, place)) ? "unexpected" : undefined)
  if (words === undefined) {
    res.json(body)
    return
  }
  const message = WORDS[await languageOf(req, aboutOf(req, place).cartIdOf)][words]
  res.json({ ...body, error: { ...body.error, message } })
}

function wordsOf({ error: { message } }: NoOrder): keyof Words | undefined {
  if (message === WAITING.payment_awaited) return "payment_awaited"
  return message === WAITING.order_coming ? "order_coming" : undefined
}

function aboutOf(req: MedusaRequest, { route, id }: Place) {
  return { cartIdOf: () => route.cartIdOf(req, id) } satisfies About
}

/** Where that cannot be looked up, Medusa's answer goes out as it is. */
async function isAboutUs(req: MedusaRequest, { route, id }: Place): Promise<boolean> {
  try {
    return await route.isAboutUs(req, id)
  } catch (error) {
    const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`Whose payment was refused could not be looked up: ${reasonOf(error)}`)
    return false
  }
}
