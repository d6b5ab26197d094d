import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { z } from "zod"

/** How the service answers one call: with a status and a body as given, or not at all. */
export type Reply = { status: number; body: string } | "hang" | "reset"

/** An answer with this very JSON text, or with an object written as JSON. */
export function says(body: unknown, status = 200): Reply {
  return { status, body: typeof body === "string" ? body : JSON.stringify(body) }
}

const recordSchema = z.object({
  data: z.object({ amount: z.coerce.number(), status: z.string() }),
})

/**
 * Stands in for the service and answers exactly what a test gives it, also what no service would:
 * the sandbox cannot speak every body of the field notes. A real server on the loopback address.
 */
export class StandIn {
  readonly calls: { operation: string; body: unknown }[] = []
  readonly #replies = new Map<string, Reply>()
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const operation = request.url?.split("/").at(-1) ?? ""
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "null")
      this.calls.push({ operation, body })
      give(response, this.#replies.get(operation) ?? says({ error: "not told what to say" }, 500))
    })
  })

  /** What it says to every further call of the operation. */
  on(operation: "create_payment" | "status_payment", reply: Reply): void {
    this.#replies.set(operation, reply)
  }

  /** The books of the service about an invoice: what its last `/status_payment` said. */
  payment = (): Promise<{ status: string; amount: number }> => {
    const reply = this.#replies.get("status_payment")
    const said = typeof reply === "object" ? reply.body : "null"
    return Promise.resolve(recordSchema.parse(JSON.parse(said)).data)
  }

  get baseUrl(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/api/v1`
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function give(response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return
  if (reply === "reset") {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body)
}
