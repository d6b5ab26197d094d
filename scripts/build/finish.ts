import { bundleAdmin } from "./admin"
import { writeOpenApi } from "./openapi"
import { buildStorefront } from "./storefront"

/** What a build is, beside what `medusa plugin:build` makes of it. @returns what was done, in lines */
export async function finishBuild(): Promise<string[]> {
  const packages = await bundleAdmin()
  const routes = await writeOpenApi()
  await buildStorefront()
  return [
    `The admin's screens bring ${packages.length} packages of their own.`,
    `${routes} routes are described in .medusa/server/openapi.json.`,
  ]
}
