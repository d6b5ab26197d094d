import type { MiddlewareRoute } from "@medusajs/framework/http"
import { OPERATIONS } from "../../contract/operations"

/**
 * The permission a role needs for each of the admin's routes. It applies where the store has Medusa's
 * roles switched on (flag `rbac`), and changes nothing where it has not.
 */
export const adminPermissions: MiddlewareRoute[] = OPERATIONS.map(
  ({ method, path, permission }) => ({
    matcher: matcherOf(path),
    methods: [method],
    policies: [permission],
  })
)

/**
 * INVARIANT: no route is reached past its permission. A parameter is compared decoded and a literal as
 * it came, so what is a parameter in the route's file is one here: `/t%65st` is the route `/test`.
 */
function matcherOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/test$/, "/:test")
}
