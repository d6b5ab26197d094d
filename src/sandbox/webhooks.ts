import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { usableUrl, webhookTimeoutMs } from "./assumptions"
import { cashDeskById } from "./core/cash-desks"
import type { Schedule } from "./core/schedule"
import type { Delivery, Invoice, State } from "./core/state"
import type { Instant } from "./core/time"
import { noteDelivery, receivers, webhookBody } from "./core/webhooks"

export type WebhookMode = "send" | "drop" | "twice"
export type Announce = (invoice: Invoice, mode?: WebhookMode, afterSeconds?: number) => Delivery[]

/** Of a receiver's answer, what the log keeps. Characters. */
const keptAnswer = 500

/** Posts once and resolves with what came back; redirects are an answer like any other. */
const post = (url: string, body: string, signal: AbortSignal) =>
  new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "checkout-uz-sandbox",
    }
    const sending = send(url, { method: "POST", headers, agent: false, signal }, (response) => {
      let answer = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        if (answer.length < keptAnswer) answer = (answer + chunk).slice(0, keptAnswer)
      })
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, answer })
      })
      response.on("error", reject)
    })
    sending.on("error", reject)
    sending.end(body)
  })

/**
 * The sender of webhooks: one attempt, never repeated (docs/service.md, 7.4). Deliveries run
 * beside the request that paid; their outcome is written into the webhook log.
 */
export const webhookSender = (state: State, now: () => Instant, schedule: Schedule) => {
  const closing = new AbortController()

  const attempt = async (delivery: Delivery): Promise<void> => {
    const url = usableUrl(delivery.url)
    if (url === null) {
      Object.assign(delivery, { state: "failed", error: "Not an http(s) address." })
      return
    }
    const deadline = AbortSignal.timeout(webhookTimeoutMs)
    try {
      const body = JSON.stringify(webhookBody(delivery))
      const answered = await post(url, body, AbortSignal.any([deadline, closing.signal]))
      Object.assign(delivery, { ...answered, state: "answered", answeredAt: now() })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      const message = deadline.aborted ? `No answer within ${webhookTimeoutMs} ms.` : text
      Object.assign(delivery, { state: "failed", error: message })
    }
  }

  const start = (delivery: Delivery, afterSeconds = 0): void => {
    if (afterSeconds > 0) schedule.later(afterSeconds, () => void attempt(delivery))
    else setImmediate(() => void attempt(delivery))
  }

  const announce: Announce = (invoice, mode = "send", afterSeconds = 0) => {
    const desk = cashDeskById(state, invoice.cashDeskId)
    const { payment } = invoice
    if (!desk || !payment) return []
    const times = mode === "twice" ? 2 : 1
    const deliveries = receivers(desk, invoice).flatMap((to) =>
      Array.from({ length: times }, () =>
        noteDelivery(state, invoice, payment, to, mode === "drop" ? "dropped" : "pending", now())
      )
    )
    if (mode !== "drop") for (const delivery of deliveries) start(delivery, afterSeconds)
    return deliveries
  }

  /** Sends a logged delivery again, as a new entry of the log. */
  const resend = ({ invoice, payment, source, url }: Delivery): Delivery => {
    const delivery = noteDelivery(state, invoice, payment, { source, url }, "pending", now())
    start(delivery)
    return delivery
  }

  return {
    announce,
    resend,
    close: () => {
      closing.abort()
    },
  }
}
