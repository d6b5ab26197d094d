import { z } from "zod"

const TIMEOUT_MS = 30_000
const errorSchema = z.object({ message: z.string() }).or(z.object({ error: z.string() }))

export interface Call<S extends z.ZodType> {
  method: "GET" | "POST" | "DELETE"
  url: string
  headers?: Record<string, string>
  body?: unknown
  answer: S
  /** How long the answer is waited for, in milliseconds. */
  patienceMs?: number
}

/** One JSON request, as a browser would make it. @throws Error that names the call and the reason. */
export async function call<S extends z.ZodType>(request: Call<S>): Promise<z.infer<S>> {
  const { method, url, headers, body, patienceMs = TIMEOUT_MS } = request
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await response.text()
  const name = `${method} ${new URL(url).pathname}`
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${reasonIn(text)}`)
  const parsed = request.answer.safeParse(jsonIn(text))
  if (!parsed.success) {
    throw new Error(`${name} gave an unexpected answer: ${z.prettifyError(parsed.error)}`)
  }
  return parsed.data
}

function reasonIn(text: string): string {
  const parsed = errorSchema.safeParse(jsonIn(text))
  if (!parsed.success) return text.slice(0, 200)
  return "message" in parsed.data ? parsed.data.message : parsed.data.error
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
