import { ContainerRegistrationKeys, generateJwtToken, Modules } from "@medusajs/framework/utils"
import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "./shop"
import type { Answer } from "./store-client"

/** The merchant: the shop's admin API, logged in. */
export type Merchant = {
  /** The id under which what this merchant does is remembered. */
  id: string
  email: string | null
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: unknown) => Promise<Answer>
  remove: (path: string) => Promise<Answer>
  /** The bare response, for what is no JSON. */
  fetch: (path: string) => Promise<Response>
}

let users = 0

/** A user of the admin. Its token is signed here, as a password takes Medusa a tenth of a second to hash. */
export async function logIn(shop: Shop): Promise<Merchant> {
  users += 1
  const user = await shop.container
    .resolve(Modules.USER)
    .createUsers({ email: `merchant-${users}@example.uz` })
  const { http } = shop.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const token = generateJwtToken(
    { actor_id: user.id, actor_type: "user", auth_identity_id: "", app_metadata: {} },
    { secret: http.jwtSecret, expiresIn: "1h" }
  )
  return merchant(shop, { id: user.id, email: user.email }, `Bearer ${token}`)
}

/** A merchant's own program, with a secret key made for it: Medusa hashes it with every request. */
export async function logInByKey(shop: Shop): Promise<Merchant> {
  const { result } = await createApiKeysWorkflow(shop.container).run({
    input: { api_keys: [{ type: "secret", title: "Test", created_by: "" }] },
  })
  const [key] = result
  if (!key) throw new Error("No secret key was made.")
  const authorization = `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`
  return merchant(shop, { id: key.id, email: null }, authorization)
}

function merchant(
  shop: Shop,
  who: Pick<Merchant, "id" | "email">,
  authorization: string
): Merchant {
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${shop.baseUrl}${path}`, {
      method,
      headers: { "content-type": "application/json", authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    ...who,
    get: (path) => ask("GET", path),
    post: (path, body = {}) => ask("POST", path, body),
    remove: (path) => ask("DELETE", path),
    fetch: (path) => fetch(`${shop.baseUrl}${path}`, { headers: { authorization } }),
  }
}

/** Speaks to the shop's admin API once. Throws where it is refused. */
export async function askAdmin(
  shop: Shop,
  method: "GET" | "POST",
  path: string,
  body?: unknown
): Promise<unknown> {
  const merchant = await logIn(shop)
  const answer = method === "GET" ? await merchant.get(path) : await merchant.post(path, body)
  if (answer.status >= 300) {
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  return answer.body
}
