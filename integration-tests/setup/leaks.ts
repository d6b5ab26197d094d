import { inspect } from "node:util"
import { z } from "zod"
import type { Shop } from "./shop"

/** An `Authorization` header whose value was not blotted out. */
const HEADER =
  /\bbearer (?!\[hidden\])|\bauthorization["'\\]*\s*[:=](?!\s*["'\\]*(bearer )?\[hidden\])/i

/** Characters of a secret that already give it away. */
const FRAGMENT = 12

/** Whatever this process prints from now on, by whichever way; it is kept and not shown. */
export function captureOutput(): { text: () => string; restore: () => void } {
  const heard: string[] = []
  const hear = (chunk: unknown) => {
    heard.push(chunk instanceof Uint8Array ? Buffer.from(chunk).toString("utf8") : String(chunk))
    return true
  }
  // Loggers write to the console's own streams, which under Jest are not the process's.
  const streams: Writable[] = [process.stdout, process.stderr]
  for (const name of ["_stdout", "_stderr"]) {
    const stream: unknown = Reflect.get(console, name)
    if (isWritable(stream)) streams.push(stream)
  }
  const writes = streams.map((stream) => jest.spyOn(stream, "write").mockImplementation(hear))
  const levels = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const
  const consoles = levels.map((level) =>
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      heard.push(parts.map((part) => inspect(part)).join(" "))
    })
  )
  return {
    text: () => heard.join("\n"),
    restore: () => {
      for (const spy of [...writes, ...consoles]) spy.mockRestore()
    },
  }
}

type Writable = { write(chunk: unknown): boolean }

function isWritable(value: unknown): value is Writable {
  return z.looseObject({ write: z.function() }).safeParse(value).success
}

/** Keeps every HTTP answer the test receives from a server: headers and body. */
export function recordAnswers(baseUrl: () => string): { text: () => string; restore: () => void } {
  const answers: string[] = []
  const real = globalThis.fetch
  const spy = jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await real(input, init)
    if (response.url.startsWith(baseUrl())) {
      response.headers.forEach((value, name) => answers.push(`${name}: ${value}`))
      answers.push(await response.clone().text())
    }
    return response
  })
  return {
    text: () => answers.join("\n"),
    restore: () => {
      spy.mockRestore()
    },
  }
}

/** Every row of every table of the shop's database, as text. */
export async function databaseText(shop: Shop): Promise<string> {
  const tables = z.array(z.object({ table_name: z.string() })).parse(
    await shop.sql(
      `SELECT table_name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    )
  )
  const texts: string[] = []
  for (const { table_name } of tables) {
    const rows = await shop.sql(`SELECT t::text AS line FROM "${table_name}" t`)
    texts.push(
      ...z
        .array(z.object({ line: z.string() }))
        .parse(rows)
        .map(({ line }) => line)
    )
  }
  return texts.join("\n")
}

/**
 * Where a text gives an API key away: the key, a part of it, or an `Authorization` header, plain or
 * encoded. Returns what was found with some text around it.
 */
export function findLeaks(text: string, apiKey: string): string[] {
  const lower = text.toLowerCase()
  const found = disguisesOf(apiKey).map((disguise) => lower.indexOf(disguise.toLowerCase()))
  const header = HEADER.exec(text)?.index ?? -1
  return [...found, header]
    .filter((index) => index >= 0)
    .map((index) => text.slice(Math.max(0, index - 60), index + 60))
}

function disguisesOf(apiKey: string): string[] {
  const fragments = Array.from({ length: apiKey.length - FRAGMENT + 1 }, (_, start) =>
    apiKey.slice(start, start + FRAGMENT)
  )
  const header = Buffer.from(`Bearer ${apiKey}`)
  return [
    ...fragments,
    encodeURIComponent(apiKey),
    Buffer.from(apiKey).toString("hex"),
    // The encoding depends on what stands before: without its ends it does so in three ways only.
    ...[0, 1, 2].map((skip) => header.subarray(skip).toString("base64").slice(4, -4)),
  ]
}
