import { readdir, readFile, readlink } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"

/** Linux counts processor time in hundredths of a second, whatever its clock ticks at. */
const TICKS_A_SECOND = 100
const KB = 1_024

/** A process as the kernel counts it, in seconds and bytes. */
export type Usage = { cpuSeconds: number; rss: number; fds: number }

/** What a process, with the children it has waited for, has used so far. */
export async function usageOf(pid: number): Promise<Usage> {
  const { cpuSeconds } = await statOf(pid)
  const rss = await sizeIn(`/proc/${pid}/status`, "VmRSS")
  const fds = (await readdir(`/proc/${pid}/fd`)).length
  return { cpuSeconds, rss, fds }
}

/** The same of a process and its children, such as PostgreSQL's; memory that they share counts once. */
export async function usageOfFamily(pid: number): Promise<Usage> {
  const members = [pid, ...(await childrenOf(pid))]
  const used = await Promise.all(members.map((member) => usageOrNothing(member)))
  return used.reduce((sum, one) => ({
    cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
    rss: sum.rss + one.rss,
    fds: sum.fds + one.fds,
  }))
}

/** @throws Error when nobody listens there, or there is no /proc to look it up in */
export async function pidListeningOn(port: number): Promise<number> {
  // A server answers a moment before a look through all processes is over: looked for twice.
  for (const pause of [0, 1_000]) {
    await sleep(pause)
    const socket = await socketListeningOn(port)
    for (const pid of socket === undefined ? [] : await processes()) {
      if (await hasOpen(pid, `socket:[${socket}]`)) return pid
    }
  }
  throw new Error(`No process is known to listen on port ${port}; this needs Linux.`)
}

async function socketListeningOn(port: number): Promise<string | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, "0")
  const table = await readFile("/proc/net/tcp", "utf8").catch(() => "")
  const rows = table.split("\n").map((row) => row.trim().split(/\s+/))
  return rows.find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === "0A")?.[9]
}

async function hasOpen(pid: number, what: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  for (const fd of await readdir(folder).catch(() => [])) {
    if ((await readlink(`${folder}/${fd}`).catch(() => "")) === what) return true
  }
  return false
}

/** In the order of their numbers: a parent stands before its children. */
async function processes(): Promise<number[]> {
  const names = await readdir("/proc")
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = []
  for (const pid of await processes()) {
    const stat = await statOf(pid).catch(() => undefined)
    if (stat?.parent === parent) children.push(pid)
  }
  return children
}

async function usageOrNothing(pid: number): Promise<Usage> {
  try {
    const rss = await sizeIn(`/proc/${pid}/smaps_rollup`, "Pss")
    return { ...(await usageOf(pid)), rss }
  } catch {
    // It ended meanwhile: what it used is its parent's by now.
    return { cpuSeconds: 0, rss: 0, fds: 0 }
  }
}

async function statOf(pid: number): Promise<{ parent: number; cpuSeconds: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8")
  // After the name, which may hold anything: the state, the parent, … and from the 12th on four times.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), cpuSeconds: ticks / TICKS_A_SECOND }
}

async function sizeIn(file: string, name: string): Promise<number> {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(await readFile(file, "utf8"))
  if (found?.[1] === undefined) throw new Error(`${file} has no ${name}.`)
  return Number(found[1]) * KB
}
