import { z } from "zod"

/** A CPU profile as V8 writes it, as far as it is read here. */
export const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).default([]),
    })
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type Profile = z.infer<typeof profileSchema>
type CallFrame = Profile["nodes"][number]["callFrame"]

/** Whose code a frame is: it decides the frame's colour. */
export const OWNERS = [
  "the plugin",
  "Medusa",
  "MikroORM and knex",
  "pg",
  "other packages",
  "Node",
  "garbage collection",
] as const
export type Owner = (typeof OWNERS)[number]

/** A function with what called it above it and what it called below it. Times in microseconds. */
export type Frame = {
  name: string
  owner: Owner
  /** In the function itself. */
  self: number
  /** With all that it called. */
  total: number
  callees: Map<string, Frame>
}

/** The busy time of a profile as one tree: calls of the same function by the same caller are one frame. */
export function framesOf(profile: Profile): Frame {
  const selfTimes = new Map<number, number>()
  profile.samples.forEach((id, n) => {
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + (profile.timeDeltas[n] ?? 0))
  })
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const root = newFrame("all that the server did", "Node")

  const add = (id: number, caller: Frame): number => {
    const node = nodes.get(id)
    if (node === undefined || isIdle(node.callFrame)) return 0
    const frame = calleeOf(caller, node.callFrame)
    const self = selfTimes.get(id) ?? 0
    const total = node.children.reduce((sum, child) => sum + add(child, frame), self)
    frame.self += self
    frame.total += total
    return total
  }
  const [first] = profile.nodes
  for (const child of first?.children ?? []) root.total += add(child, root)
  return root
}

/** Microseconds of functions' own time, by whose they are. */
export function timeByOwner(frame: Frame, times = new Map<Owner, number>()): Map<Owner, number> {
  times.set(frame.owner, (times.get(frame.owner) ?? 0) + frame.self)
  for (const callee of frame.callees.values()) timeByOwner(callee, times)
  return times
}

function newFrame(name: string, owner: Owner): Frame {
  return { name, owner, self: 0, total: 0, callees: new Map() }
}

function calleeOf(caller: Frame, callFrame: CallFrame): Frame {
  const place = placeOf(callFrame)
  const name = [callFrame.functionName || "(anonymous)", place].filter(Boolean).join("  ")
  const callee = caller.callees.get(name) ?? newFrame(name, ownerOf(callFrame))
  caller.callees.set(name, callee)
  return callee
}

function isIdle({ functionName }: CallFrame): boolean {
  return functionName === "(idle)"
}

const PLUGIN = ".medusa/server/src/"

/** The file without the machine's own folders, and the line. */
function placeOf({ url, lineNumber }: CallFrame): string {
  if (url === "") return ""
  const file = /(?:.*\/node_modules\/|.*\/\.medusa\/server\/)(.*)/.exec(url)?.[1] ?? url
  return `${file}:${lineNumber + 1}`
}

function ownerOf({ functionName, url }: CallFrame): Owner {
  if (functionName === "(garbage collector)") return "garbage collection"
  if (url.includes(PLUGIN)) return "the plugin"
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (name === undefined) return "Node"
  if (name.startsWith("@medusajs/")) return "Medusa"
  if (name.startsWith("@mikro-orm/") || name === "knex") return "MikroORM and knex"
  return name === "pg" || name.startsWith("pg-") ? "pg" : "other packages"
}
