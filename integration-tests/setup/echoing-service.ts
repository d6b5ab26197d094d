import { createServer, request as forward, type IncomingMessage } from "node:http"
import { z } from "zod"

/** How the service gives back what it was sent: `%s` is the whole request with its headers. */
export const ECHOES = [
  {
    status: 400,
    type: "application/json",
    body: (sent: string) => JSON.stringify({ error: sent }),
  },
  {
    status: 401,
    type: "application/json",
    body: (sent: string) => JSON.stringify({ status: "error", message: `Refused: ${sent}` }),
  },
  { status: 500, type: "text/html", body: (sent: string) => `<html><pre>${sent}</pre></html>` },
  { status: 502, type: "text/plain", body: (sent: string) => sent },
  {
    status: 200,
    type: "application/json",
    body: (sent: string) => JSON.stringify({ status: sent, error: sent }),
  },
  {
    status: 200,
    type: "application/json",
    body: (sent: string) =>
      JSON.stringify({ status: "success", payment: { _id: sent }, data: { id: sent, [sent]: 1 } }),
  },
  { status: 302, type: "text/plain", body: (sent: string) => sent },
] as const
export type Echo = (typeof ECHOES)[number]

/**
 * Stands in front of the sandbox. While an echo is set it answers in its place and gives back the
 * request, `Authorization` header and all, as badly made services and proxies do.
 */
export function echoingService() {
  let echo: Echo | undefined
  let sandboxUrl = ""
  const server = createServer((request, response) => {
    if (echo) {
      const sent = `${request.method ?? ""} ${request.url ?? ""} ${headersOf(request)}`
      response.writeHead(echo.status, {
        "content-type": echo.type,
        location: `/?${encodeURIComponent(sent)}`,
      })
      response.end(echo.body(sent))
      return
    }
    const { method, headers, url = "/" } = request
    const passed = forward(`${sandboxUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on("error", () => {
      response.destroy()
    })
    request.pipe(passed)
  })
  return {
    listen: () =>
      new Promise<string>((resolve) => {
        server.listen(0, "127.0.0.1", () => {
          const { port } = z.object({ port: z.number() }).parse(server.address())
          resolve(`http://127.0.0.1:${port}`)
        })
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
    standBefore: (url: string) => {
      sandboxUrl = url
    },
    answerWith: (kind: Echo | undefined) => {
      echo = kind
    },
  }
}

function headersOf({ headers }: IncomingMessage): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("; ")
}
