import { portIsFree } from "../lib/ports"

/** @throws Error with one sentence, on a Node that Medusa does not run on. */
export function checkNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!good) {
    throw new Error(`Node ${version} is too old: the demo needs 20.19 or later, or 22.12 or later.`)
  }
}

/** @throws Error with one sentence, when something listens on one of the demo's ports. */
export async function checkPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const seen = new Set<number>()
  for (const [flag, port] of Object.entries(ports)) {
    if (seen.has(port)) throw new Error(`Two of the demo's servers cannot share port ${port}.`)
    seen.add(port)
    if (!(await portIsFree(port))) {
      throw new Error(
        `Port ${port} is in use: stop what listens there, or pass another: npm run demo -- ${flag} <number>`
      )
    }
  }
}
