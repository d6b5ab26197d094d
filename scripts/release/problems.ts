import { z } from "zod"

/** Stands for the address of the source until whoever publishes fills it in; no such host exists. */
export const PLACEHOLDER = "REPOSITORY.invalid"

const packageSchema = z.object({
  version: z.string(),
  repository: z.object({ url: z.string() }),
  homepage: z.string(),
  bugs: z.object({ url: z.string() }),
})

/** What keeps a package from being published, one message each. */
export function releaseProblems(packageJson: unknown): string[] {
  const { version, repository, homepage, bugs } = packageSchema.parse(packageJson)
  const addresses = { "repository.url": repository.url, homepage, "bugs.url": bugs.url }
  const missing = Object.entries(addresses).flatMap(([field, address]) =>
    address.includes(PLACEHOLDER)
      ? [`package.json, ${field}: write where the source is in the place of ${PLACEHOLDER}.`]
      : []
  )
  return version === "0.0.0" ? [...missing, "package.json, version: there is none yet."] : missing
}
