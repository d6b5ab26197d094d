import { z } from "zod"

/** An answer of the store's API, whatever its status. */
export type Answer = { status: number; body: unknown }

const sessionSchema = z.looseObject({
  id: z.string(),
  provider_id: z.string(),
  status: z.string(),
  data: z.looseObject({
    session_id: z.string().optional(),
    invoice_id: z.number().optional(),
    payment_url: z.string().nullish(),
  }),
})
export type Session = z.infer<typeof sessionSchema>

const collectionSchema = z.object({
  payment_collection: z.looseObject({ id: z.string(), payment_sessions: z.array(sessionSchema) }),
})

/** Speaks to the store's API as a storefront does. */
export function storeClient(baseUrl: string, publishableKey: string) {
  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Answer> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": publishableKey,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  }

  async function ok(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await request(method, path, body)
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }

  /** The bare response to a GET, as a client with further headers sees it. */
  const fetchAs = (headers: Record<string, string>, path: string) =>
    fetch(`${baseUrl}${path}`, { headers: { "x-publishable-api-key": publishableKey, ...headers } })

  /** The bare response to a body as it is, which may be no JSON. */
  const postText = (path: string, body: string) =>
    fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": publishableKey },
      body,
    })

  const get = (path: string) => request("GET", path)
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    request("POST", path, body, headers)
  const remove = (path: string) => request("DELETE", path)

  /** Starts a payment session and returns the sessions the collection then has. */
  async function startSession(
    collectionId: string,
    providerId = "pp_checkout-uz_main",
    data: Record<string, unknown> = {}
  ): Promise<Session[]> {
    const body = await ok("POST", `/store/payment-collections/${collectionId}/payment-sessions`, {
      provider_id: providerId,
      data,
    })
    return collectionSchema.parse(body).payment_collection.payment_sessions
  }

  return { publishableKey, get, fetchAs, post, postText, remove, ok, startSession }
}

export type StoreClient = ReturnType<typeof storeClient>

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}
