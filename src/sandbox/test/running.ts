import { createServer, type IncomingHttpHeaders } from "node:http"
import { z } from "zod"
import { createSandbox, type SandboxOptions } from ".."

export type Answer = { status: number; headers: Headers; body: unknown; text: string }

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") ?? false
  const body: unknown = isJson ? JSON.parse(text) : null
  return { status: response.status, headers: response.headers, body, text }
}

const created = z.object({
  payment: z.looseObject({ _id: z.number(), _uuid: z.string(), _url: z.string() }),
})
const tokenAnswer = z.object({ payment_token: z.string() })

export const goodCard = { card_number: "8600 0000 0000 0001", card_expiry: "12/49" }

/** A sandbox on a free port of this machine, and the ways to call it. */
export const startSandbox = async (options: SandboxOptions = {}) => {
  const sandbox = createSandbox({ firstInvoiceNumber: 61_001, ...options })
  const { url } = await sandbox.listen()

  const api = async (operation: string, body?: unknown, key = "sandbox-key") => {
    const headers = new Headers({ authorization: `Bearer ${key}` })
    if (body !== undefined) headers.set("content-type", "application/json")
    const init = { method: "POST", headers, body: body === undefined ? null : JSON.stringify(body) }
    return answerOf(await fetch(`${url}/api/v1/${operation}`, init))
  }
  const raw = async (path: string, init: RequestInit) =>
    answerOf(await fetch(url + path, { redirect: "manual", ...init }))
  const control = (method: string, path: string, body?: unknown) =>
    raw(`/sandbox${path}`, body === undefined ? { method } : { method, body: JSON.stringify(body) })
  const page = (address: string, headers: Record<string, string> = {}) =>
    raw(address.replace(url, ""), { headers })
  const submit = (
    address: string,
    form: Record<string, string> = {},
    headers: Record<string, string> = {}
  ) => raw(address.replace(url, ""), { method: "POST", body: new URLSearchParams(form), headers })

  /** A new invoice, as `/create_payment` answers it. */
  const invoice = async (fields: Record<string, unknown> = {}, key?: string) =>
    created.parse((await api("create_payment", { amount: 7000, ...fields }, key)).body).payment
  const cardToken = async (orderId: number, card: Record<string, string> = goodCard) =>
    tokenAnswer.parse((await api("pay_via_card", { order_id: orderId, ...card })).body)
      .payment_token

  /** What the books say of an invoice. */
  const payment = async (id: number) => (await control("GET", `/payments/${id}`)).body
  /** What `/status_payment` says of it. */
  const status = async (id: number) => (await api("status_payment", { id })).body
  const fault = (body: Record<string, unknown>) => control("POST", "/faults", body)
  const submitCard = (address: string, typed: Record<string, string> = goodCard) =>
    submit(`${address}/card`, typed)

  return {
    url,
    api,
    raw,
    control,
    page,
    submit,
    submitCard,
    invoice,
    cardToken,
    payment,
    status,
    fault,
    close: sandbox.close,
  }
}

export type Running = Awaited<ReturnType<typeof startSandbox>>

type Received = { path: string; method: string; headers: IncomingHttpHeaders; body: unknown }

/** A store's server that takes webhooks and answers as told. */
export const startReceiver = async (
  answer: { status: number; location?: string } = { status: 200 }
) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8")
    request.on("data", (chunk: string) => (text += chunk))
    request.on("end", () => {
      const { url: path = "", method = "", headers } = request
      received.push({ path, method, headers, body: JSON.parse(text) as unknown })
      const location = answer.location === undefined ? {} : { location: answer.location }
      response.writeHead(answer.status, location).end("taken")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, received, close }
}

/** Waits until `check` stops throwing, for at most two seconds. */
export const eventually = async (check: () => Promise<void> | void): Promise<void> => {
  const end = Date.now() + 2_000
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
