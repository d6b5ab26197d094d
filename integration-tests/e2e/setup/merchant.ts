import type { Page } from "playwright-core"
import { z } from "zod"
import { openStore } from "./store"

/** The merchant, who calls the admin's API, in a customer's window that knows nothing of it. */
export async function asMerchant(page: Page) {
  const { state } = openStore()
  const login = await page.request.post(`${state.medusa_url}/auth/user/emailpass`, {
    data: { email: state.admin_email, password: state.admin_password },
  })
  const { token } = z.object({ token: z.string() }).parse(await login.json())
  const call = async (method: string, path: string, data?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `${state.medusa_url}/admin${path}`
    const answer = await page.request.fetch(url, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}.`)
    return answer.json()
  }
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, data: object) => call("POST", path, data),
    remove: (path: string) => call("DELETE", path),
  }
}
