import { buildStorefront } from "./build"

buildStorefront().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
