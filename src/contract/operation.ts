import type { z } from "zod"
import type { ANSWERS, BODIES } from "./components"
import type { Permission } from "./permissions"
import type { StoreRefusalCode } from "./store-refusals"

/** A route that a shop's own pages ask: what it takes, what it answers, and why it may refuse. */
export type StoreOperation = Pick<
  Operation,
  "method" | "path" | "summary" | "query" | "body" | "answers"
> & {
  tag: "Store"
  /** Beside `too_many_requests`, which any of them may answer with. */
  codes: StoreRefusalCode[]
}

/** A route of the admin: what it takes, what it answers, and the permission a role needs for it. */
export type Operation = {
  method: "GET" | "POST" | "DELETE"
  /** As in OpenAPI: `{id}` is a part of the address. */
  path: string
  summary: string
  tag: "Cash desks" | "Settings" | "Payments" | "Attention" | "Payment links"
  permission: Permission
  query?: z.ZodType
  body?: keyof typeof BODIES
  /** What 200 carries; several where the request chooses. */
  answers: (keyof typeof ANSWERS | "csv")[]
  /** HTTP statuses with a {@link refusalSchema}, beside 401 and 403, which any route may answer with. */
  refusals: (400 | 404 | 409 | 502)[]
}
