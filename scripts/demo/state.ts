import type { Seeded } from "./prepare-store"

/** `.demo/state.json`: all that a script needs to drive the running demo. */
export interface DemoState extends Seeded {
  medusa_url: string
  /** The root of the sandbox, without /api/v1. */
  sandbox_url: string
  storefront_url: string
  sandbox_key: string
  provider_id: string
  admin_email: string
  admin_password: string
}
