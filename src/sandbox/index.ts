/**
 * The payment service on this machine, for tests: it takes no money.
 *
 * @module sandbox
 */
import { createServer } from "node:http"
import type { Request } from "express"
import type { Context } from "./context"
import { newSchedule } from "./core/schedule"
import { newState } from "./core/state"
import { sandboxApp } from "./http/app"
import { webhookSender } from "./webhooks"

/** How a sandbox is made. */
export type SandboxOptions = {
  /** API key of the first cash desk. Default: `sandbox-key`. */
  key?: string
  /** Address customers reach the sandbox at; default: the host each request was made to. */
  publicUrl?: string
  /** Number of the first invoice. Default: grows with the time of the start. */
  firstInvoiceNumber?: number
}

/** A sandbox that does not answer yet. */
export type Sandbox = {
  /**
   * Starts to answer. `port` 0 (the default) takes a free one; `host` defaults to 127.0.0.1.
   * `url` is the root: the service itself is at `${url}/api/v1`. Rejects with node's own error,
   * for example one with code `EADDRINUSE`.
   */
  listen: (port?: number, host?: string) => Promise<Pick<RunningSandbox, "url" | "port">>
  /** Stops, cutting open connections and deliveries under way. */
  close: () => Promise<void>
}

/** The API key of the first cash desk, where none is given. */
export const defaultKey = "sandbox-key"

/**
 * A restarted sandbox must not repeat the numbers of its last run, which a store's database still
 * knows: the sequence starts later by five numbers for each second that has passed.
 */
const numberByTime = (): number => {
  const seconds = Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000)
  return 61_000 + Math.max(0, seconds) * 5
}

const reachableHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

/** The address the caller used; a Host header that is none counts as the socket's own address. */
const calledUrl = (request: Request): string => {
  const host = request.headers.host ?? ""
  const { localPort = 0 } = request.socket
  return `http://${/^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`) ? host : `127.0.0.1:${localPort}`}`
}

/**
 * The service of docs/service.md with its hosted pages and control calls, all in memory. It answers once
 * `listen` was called.
 */
export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  const firstKey = options.key ?? defaultKey
  const state = newState(firstKey, options.firstInvoiceNumber ?? numberByTime())
  const now = () => Date.now() + state.clockAheadMs
  const schedule = newSchedule(now)
  const sender = webhookSender(state, now, schedule)
  const publicUrl = (request: Request): string =>
    options.publicUrl?.replace(/\/+$/, "") ?? calledUrl(request)
  const context: Context = {
    state,
    now,
    announce: sender.announce,
    schedule,
    publicUrl,
    firstKey,
  }
  const server = createServer(sandboxApp(context, sender.resend))

  const listen: Sandbox["listen"] = (port = 0, host = "127.0.0.1") =>
    new Promise((resolve, reject) => {
      server.once("error", reject)
      server.listen(port, host, () => {
        server.off("error", reject)
        const address = server.address()
        const bound = typeof address === "object" && address !== null ? address.port : port
        resolve({ url: `http://${reachableHost(host)}:${bound}`, port: bound })
      })
    })

  const close = () =>
    new Promise<void>((resolve) => {
      schedule.clear()
      sender.close()
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })

  return { listen, close }
}

/** A sandbox that answers. */
export type RunningSandbox = {
  /** Its root, with the pages. */
  url: string
  /** The service's own address, which the plugin is given as `baseUrl`. */
  serviceUrl: string
  /** The port it answers on. */
  port: number
  /** Of its first cash desk. */
  apiKey: string
  /** Stops it, cutting open connections and deliveries under way. */
  close: () => Promise<void>
}

/**
 * Starts a sandbox in this process, for a test: on a free port of this machine unless told otherwise.
 *
 * @throws node's own error, such as one with the code `EADDRINUSE`
 */
export const startSandbox = async ({
  port,
  host,
  ...options
}: SandboxOptions & { port?: number; host?: string } = {}): Promise<RunningSandbox> => {
  const { listen, close } = createSandbox(options)
  const listening = await listen(port, host)
  const apiKey = options.key ?? defaultKey
  return { ...listening, serviceUrl: `${listening.url}/api/v1`, apiKey, close }
}
