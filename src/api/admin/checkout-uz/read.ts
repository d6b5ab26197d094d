import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { notFound } from "../../http-errors"

export { read } from "../../read"

/** The id in the address; an empty one, which nothing has, where it cannot be an id. */
export function idOf(req: AuthenticatedMedusaRequest): string {
  const id = req.params["id"] ?? ""
  return /^[\w-]{1,100}$/.test(id) ? id : ""
}

/** The cash desk's name in the address. */
export function cashDeskOf(req: AuthenticatedMedusaRequest): string {
  return req.params["cash_desk"] ?? ""
}

/** Who is asking: a user's id, or that of a secret API key. */
export function actorOf(req: AuthenticatedMedusaRequest): string {
  return req.auth_context.actor_id
}

/** @throws MedusaError (not found, HTTP 404) where there is nothing of that id */
export function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw notFound(what)
}
