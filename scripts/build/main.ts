import { finishBuild } from "./finish"

finishBuild().then(
  (lines) => {
    process.stdout.write(`${lines.join("\n")}\n`)
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  }
)
