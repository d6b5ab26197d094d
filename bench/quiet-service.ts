import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"

type Manners = {
  /** Milliseconds until it answers. */
  answerMs?: number
  /** Whether its history names what is paid; a busy one has scrolled on. */
  tellsHistory?: boolean
}

/** A service that calls every invoice pending but the ones it was told are paid, and counts calls. */
export async function startQuietService({ answerMs = 0, tellsHistory = true }: Manners = {}) {
  const paid = new Map<string, string>()
  let calls = 0
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = request.url?.split("/").at(-1) ?? ""
    calls += 1
    const body = await readBody(request)
    if (answerMs > 0) await delay(answerMs)
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(operation === "get_history" ? history(body) : status(body)))
  }

  function status(body: unknown) {
    const id = String(z.looseObject({ id: z.union([z.string(), z.number()]) }).parse(body).id)
    const state = paid.has(id) ? "paid" : "pending"
    return { status: "success", data: { id, amount: "65000.00", status: state, paid_at: null } }
  }

  function history(body: unknown) {
    const { limit } = z.looseObject({ limit: z.number() }).parse(body)
    return {
      status: "success",
      data: (tellsHistory ? [...paid] : [])
        .slice(-limit)
        .map(([id, amount]) => ({ id, amount, status: "paid" })),
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    /** Says from now on that an invoice was paid, also in its history. */
    pay: (number: number) => paid.set(String(number), "65000.00"),
    /** Calls since the last time this was asked. */
    takeCalls: () => {
      const taken = calls
      calls = 0
      return taken
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}")
}
