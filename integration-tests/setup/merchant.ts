import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"
import type { Shop } from "./shop"

/** Speaks to the shop's admin API with a secret key made for it. Throws where it is refused. */
export async function askAdmin(
  shop: Shop,
  method: string,
  path: string,
  body: unknown
): Promise<unknown> {
  const { result } = await createApiKeysWorkflow(shop.container).run({
    input: { api_keys: [{ type: "secret", title: "Test", created_by: "" }] },
  })
  const [key] = result
  const response = await fetch(`${shop.baseUrl}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${key?.token ?? ""}:`).toString("base64")}`,
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  }
  return answer
}
