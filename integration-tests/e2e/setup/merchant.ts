import { z } from "zod"
import { call } from "../../../scripts/demo/http"
import { openStore } from "./store"

/** The merchant, who calls the admin's API without a window. */
export async function asMerchant() {
  const { medusa_url, admin_email: email, admin_password: password } = openStore().state
  const { token } = await call({
    method: "POST",
    url: `${medusa_url}/auth/user/emailpass`,
    body: { email, password },
    answer: z.object({ token: z.string() }),
  })
  const ask = (method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<unknown> =>
    call({
      method,
      url: `${medusa_url}/admin${path}`,
      headers: { authorization: `Bearer ${token}` },
      body,
      answer: z.unknown(),
    })
  return {
    get: (path: string) => ask("GET", path),
    post: (path: string, data: object) => ask("POST", path, data),
    remove: (path: string) => ask("DELETE", path),
  }
}
