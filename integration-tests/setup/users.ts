import type { IAuthModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { Shop } from "./shop"

const tokenSchema = z.object({ token: z.string() })

/**
 * A user of the admin with one role that has these permissions (`resource:operation`), logged in;
 * without any, a user that has no role.
 *
 * @returns the token of the login
 */
export async function userWith(shop: Shop, permissions: readonly string[]): Promise<string> {
  const email = `u${permissions.length}-${Date.now()}@example.uz`
  const password = "a-password-of-the-tests"
  await authenticate(shop, "/auth/user/emailpass/register", { email, password })
  const auth: IAuthModuleService = shop.container.resolve(Modules.AUTH)
  const [identity] = await auth.listAuthIdentities({ provider_identities: { entity_id: email } })
  const { result: user } = await createUserAccountWorkflow(shop.container).run({
    input: { authIdentityId: identity?.id ?? "", userData: { email } },
  })
  if (permissions.length > 0) await giveRole(shop, user.id, permissions)
  return authenticate(shop, "/auth/user/emailpass", { email, password })
}

async function giveRole(shop: Shop, userId: string, permissions: readonly string[]): Promise<void> {
  const roles = shop.container.resolve(Modules.RBAC)
  const policies = await roles.listRbacPolicies({ key: [...permissions] })
  if (policies.length !== permissions.length) {
    throw new Error(`Medusa knows only ${policies.map(({ key }) => key).join(", ")}.`)
  }
  const role = await roles.createRbacRoles({ name: `Role of ${userId}` })
  await roles.createRbacRolePolicies(
    policies.map(({ id }) => ({ role_id: role.id, policy_id: id }))
  )
  await shop.container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.USER]: { user_id: userId },
    [Modules.RBAC]: { rbac_role_id: role.id },
  })
}

/** A customer who is logged in to the store. */
export async function customerToken(shop: Shop): Promise<string> {
  const login = { email: `c${Date.now()}@example.uz`, password: "a-password-of-the-tests" }
  const token = await authenticate(shop, "/auth/customer/emailpass/register", login)
  const created = await fetch(`${shop.baseUrl}/store/customers`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "x-publishable-api-key": shop.store.publishableKey,
    },
    body: JSON.stringify({ email: login.email }),
  })
  if (!created.ok) throw new Error(`No customer was made: ${await created.text()}`)
  return authenticate(shop, "/auth/customer/emailpass", login)
}

async function authenticate(shop: Shop, path: string, login: object): Promise<string> {
  const response = await fetch(`${shop.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(login),
  })
  return tokenSchema.parse(await response.json()).token
}
