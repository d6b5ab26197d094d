import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"

/** Makes the person who signs in to the admin; an existing one keeps their password. */
export async function seedAdminUser(
  container: MedusaContainer,
  email: string,
  password: string
): Promise<void> {
  const existing = await container.resolve(Modules.USER).listUsers({ email })
  if (existing.length > 0) return
  const auth = container.resolve(Modules.AUTH)
  const { success, authIdentity, error } = await auth.register("emailpass", {
    body: { email, password },
  })
  if (!success || authIdentity === undefined) {
    throw new Error(`The admin user could not be registered: ${error ?? "no reason given"}`)
  }
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      userData: { email, first_name: "Choynak", last_name: "Egasi" },
    },
  })
}
