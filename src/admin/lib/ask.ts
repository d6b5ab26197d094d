import Medusa from "@medusajs/js-sdk"
import type { z } from "zod"
import { readRefusal } from "./refusal"

/** Written into the admin's bundle by Medusa's own build. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

const backendUrl = __BACKEND_URL__ ?? "/"
const authType = __AUTH_TYPE__ ?? "session"

const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: authType,
    ...(__JWT_TOKEN_STORAGE_KEY__ ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
})

type Question = {
  method?: "GET" | "POST" | "DELETE"
  query?: Record<string, string | number | undefined>
  body?: Record<string, unknown>
}

/**
 * Asks a route of the plugin: `path` is what follows `/admin/checkout-uz`.
 *
 * @throws Refusal where it says no, ZodError where its answer is not what the contract says
 */
export async function ask<T extends z.ZodType>(
  schema: T,
  path: string,
  question: Question = {}
): Promise<z.output<T>> {
  const response = await send(path, question)
  return schema.parse(await response.json())
}

/**
 * Hands a file that a route answers with to the browser's downloads.
 *
 * @throws Refusal where it says no
 */
export async function download(path: string, query: Question["query"] = {}): Promise<void> {
  const response = await send(path, { query })
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")
  const link = document.createElement("a")
  link.href = URL.createObjectURL(await response.blob())
  link.download = named?.[1] ?? "checkout-uz.csv"
  link.click()
  URL.revokeObjectURL(link.href)
}

async function send(path: string, { method = "GET", query = {}, body }: Question) {
  const address = new URL(
    `admin/checkout-uz${path}`,
    new URL(backendUrl.endsWith("/") ? backendUrl : `${backendUrl}/`, window.location.origin)
  )
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") address.searchParams.set(name, String(value))
  }
  const token = authType === "jwt" ? await sdk.client.getToken() : undefined
  const response = await fetch(address, {
    method,
    credentials: authType === "session" ? "include" : "omit",
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => undefined)
  throw readRefusal(response.status, answer)
}
