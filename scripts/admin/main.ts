import { bundleAdmin } from "./bundle"

bundleAdmin().then(
  (packages) => {
    process.stdout.write(`The admin's screens bring ${packages.length} packages of their own.\n`)
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  }
)
