import type { MiddlewareRoute } from "@medusajs/framework/http"
import { OPERATIONS } from "../../contract/operations"

/**
 * The permission a role needs for each of the admin's routes. It applies where the store has Medusa's
 * roles switched on (flag `rbac`), and changes nothing where it has not.
 */
export const adminPermissions: MiddlewareRoute[] = OPERATIONS.map(
  ({ method, path, permission }) => ({
    matcher: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    methods: [method],
    policies: [permission],
  })
)
