import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { z } from "zod"

/** Every key with its seconds to live (-1: for ever), its bytes and how many things it holds. */
const LIST_KEYS = `
local length = { list = "LLEN", set = "SCARD", zset = "ZCARD", hash = "HLEN", stream = "XLEN" }
local cursor, found = "0", {}
repeat
  local page = redis.call("SCAN", cursor, "COUNT", 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    local counter = length[redis.call("TYPE", key).ok]
    local things = counter and redis.call(counter, key) or 1
    local bytes = redis.call("MEMORY", "USAGE", key, "SAMPLES", 0)
    found[#found + 1] = cjson.encode({ key, redis.call("TTL", key), bytes, things })
  end
until cursor == "0"
return found`

const keySchema = z.tuple([z.string(), z.number(), z.number(), z.number()])

/** Keys of one kind: their names differ in ids only. */
export type KeyKind = {
  keys: number
  bytes: number
  /** How many have no time to live. */
  lasting: number
  /** The longest time to live, in seconds. */
  seconds: number
  /** What the largest of them holds. */
  things: number
}

async function ask(url: string, ...command: string[]): Promise<string> {
  const options = { maxBuffer: 256 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)("redis-cli", ["-u", url, ...command], options)
  return stdout
}

/** Bytes and keys of the whole of Redis. */
export async function redisSize(url: string): Promise<{ bytes: number; keys: number }> {
  const bytes = /^used_memory:(\d+)/m.exec(await ask(url, "INFO", "memory"))?.[1]
  return { bytes: Number(bytes), keys: Number(await ask(url, "DBSIZE")) }
}

/** All keys, by their kind. */
export async function redisKinds(url: string): Promise<Map<string, KeyKind>> {
  const kinds = new Map<string, KeyKind>()
  for (const line of (await ask(url, "EVAL", LIST_KEYS, "0")).split("\n").filter(Boolean)) {
    const [key, ttl, bytes, things] = keySchema.parse(JSON.parse(line))
    const name = kindOf(key)
    const known = kinds.get(name) ?? { keys: 0, bytes: 0, lasting: 0, seconds: 0, things: 0 }
    kinds.set(name, {
      keys: known.keys + 1,
      bytes: known.bytes + bytes,
      lasting: known.lasting + (ttl < 0 ? 1 : 0),
      seconds: Math.max(known.seconds, ttl),
      things: Math.max(known.things, things),
    })
  }
  return kinds
}

/** `bull:jobs:1234` is a `bull:jobs:*`: whatever has digits in it is an id. */
function kindOf(key: string): string {
  const parts = key.split(":").map((part) => (/\d/.test(part) ? "*" : part))
  return parts.filter((part, n) => part !== "*" || parts[n - 1] !== "*").join(":")
}
