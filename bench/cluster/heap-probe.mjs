// Loaded into a server before anything else (`NODE_OPTIONS=--import`): writes what only the process itself
// can tell. What is garbage goes up and down, so the least heap of a minute stands for what is held.
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const file = join(process.env.PROBE_FOLDER ?? "", `probe-${process.pid}.json`)
const heaps = []

setInterval(() => {
  heaps.push(process.memoryUsage().heapUsed)
  if (heaps.length > 60) heaps.shift()
  const handles = process.getActiveResourcesInfo().length
  writeFileSync(`${file}.new`, JSON.stringify({ heapUsed: Math.min(...heaps), handles }))
  renameSync(`${file}.new`, file)
}, 1_000).unref()
