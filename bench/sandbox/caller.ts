import { Agent, request } from "node:http"

export type Answer = { status: number; text: string }

type Asked = { method: string; path: string; headers?: Record<string, string>; body?: string }

function ask(agent: Agent, port: number, { body, ...asked }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request({ agent, host: "127.0.0.1", port, ...asked }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (text += chunk))
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text })
      })
      response.on("error", reject)
    })
    sending.on("error", reject)
    sending.end(body)
  })
}

const quick = new Agent()

/** One call and how long its whole answer took. Milliseconds. */
export async function timed(port: number, method: string, path: string) {
  const began = performance.now()
  const answer = await ask(quick, port, { method, path })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
  return { ...answer, took: performance.now() - began }
}

type Service = { port: number; key: string; operation: string }
type Load = {
  calls: number
  connections: number
  body: (at: number) => string
  note?: (answer: Answer) => void
}

/** Calls an operation again and again over open connections, each of which waits for its answers. */
export async function askAtOnce(
  { port, key, operation }: Service,
  { calls, connections, body, note }: Load
): Promise<{ seconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  let next = 0
  const connection = async () => {
    while (next < calls) {
      const text = body(next++)
      const length = { "content-length": String(Buffer.byteLength(text)) }
      const answer = await ask(agent, port, {
        method: "POST",
        path: `/api/v1/${operation}`,
        headers: { ...headers, ...length },
        body: text,
      })
      if (answer.status !== 200) throw new Error(`${operation} answered ${answer.status}.`)
      note?.(answer)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { seconds }
}
