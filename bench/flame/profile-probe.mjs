// Loaded into a server before anything else (`NODE_OPTIONS=--import`): a first SIGUSR2 starts a CPU profile,
// a second one writes it, so that a server's start is not in it.
import { renameSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"

const file = process.env.PROFILE_FILE ?? ""
const session = new Session()
let running = false

process.on("SIGUSR2", async () => {
  if (running) {
    const { profile } = await session.post("Profiler.stop")
    writeFileSync(`${file}.new`, JSON.stringify(profile))
    renameSync(`${file}.new`, file)
    return
  }
  running = true
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: 500 })
  await session.post("Profiler.start")
})
