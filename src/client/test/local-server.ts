import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { createCheckoutUzClient, type CheckoutUzClient, type CheckoutUzClientConfig } from ".."

/** One request as it arrived, before anything interpreted it. */
export type Recorded = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  remotePort: number
}

/** What the server does with a request once its body is read. */
export type Reply = (response: ServerResponse) => void

export const API_KEY = "desk-key-5f2a"

/** Answers with JSON, or with the very text given. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text)
  }
}

/** Closes the connection with a TCP reset, without an answer. */
export const reset: Reply = (response) => {
  response.socket?.resetAndDestroy()
}

/** Never answers. */
export const hang: Reply = () => undefined

/** Promises 1,000 bytes and closes after a few. */
export const cutOff: Reply = (response) => {
  response.writeHead(200, { "Content-Length": "1000" })
  response.write('{"status":', () => response.destroy())
}

/** Sends blanks for ever, one every 10 ms, so that bytes keep coming and the answer never ends. */
export const drip: Reply = (response) => {
  response.writeHead(200, { "Content-Type": "application/json" })
  const timer = setInterval(() => response.write(" "), 10)
  response.on("close", () => {
    clearInterval(timer)
  })
}

/** A real HTTP server on the loopback address that records what it gets and says what it is told to. */
export class LocalServer {
  readonly requests: Recorded[] = []
  #replies: Reply[] = []
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      this.requests.push({
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        remotePort: request.socket.remotePort ?? 0,
      })
      const [next = reply(500, {}), ...later] = this.#replies
      if (later.length > 0) this.#replies = later
      next(response)
    })
  })

  /** Answers in this order; the last one is given again and again. */
  says(...replies: Reply[]): void {
    this.requests.length = 0
    this.#replies = replies
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get origin(): string {
    const address = this.#server.address()
    if (address === null || typeof address === "string")
      throw new Error("the server is not started")
    return `http://127.0.0.1:${address.port}`
  }

  /** A client of this server that waits for nothing longer than a test should. */
  client(config: Partial<CheckoutUzClientConfig> = {}): CheckoutUzClient {
    return createCheckoutUzClient({
      apiKey: API_KEY,
      baseUrl: `${this.origin}/api/v1`,
      timeoutMs: 3_000,
      retryDelayMs: 1,
      ...config,
    })
  }
}

/** Starts a server before the tests of a file and stops it after them. */
export function useLocalServer(): LocalServer {
  const server = new LocalServer()
  beforeAll(() => server.start())
  afterAll(() => server.stop())
  return server
}
