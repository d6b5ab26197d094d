import { announcement } from "../setup/webhooks"
import type { Cluster } from "./cluster"
import type { Deeds } from "./deeds"
import type { Announcement } from "./plan"

/** The customer pays; what the service announces goes to both servers in the same instant. */
export async function pay(
  cluster: Cluster,
  number: number,
  how: Announcement,
  deeds: Deeds
): Promise<void> {
  const { amount, webhook_url } = await cluster.sandbox.payment(number)
  if (webhook_url === null) throw new Error(`Invoice ${number} has no webhook address of its own.`)
  const mode = { sent: "send", dropped: "drop", doubled: "twice" } as const
  await cluster.sandbox.pay(number, mode[how])
  if (how === "dropped") deeds.dropped += 1
  if (how === "doubled") deeds.doubled += 1
  if (how === "dropped") return
  const times = how === "doubled" ? 2 : 1
  const second = `${cluster.servers[1].url}${new URL(webhook_url).pathname}`
  for (let n = 0; n < times; n += 1) void post(second, announcement(number, amount))
}

/** Somebody who guesses numbers announces an invoice as paid, to both servers and both addresses. */
export async function forge(cluster: Cluster, number: number, deeds: Deeds): Promise<void> {
  const { amount } = await cluster.sandbox.payment(number)
  const paths = ["/hooks/checkout-uz/main", "/hooks/checkout-uz/main/a-guess"]
  for (const { url } of cluster.servers) {
    for (const path of paths) {
      deeds.forged += 1
      void post(`${url}${path}`, announcement(number, amount))
    }
  }
}

/** Nobody hears whether it arrived: a server may be down, and nothing is sent again. */
async function post(url: string, body: unknown): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    await response.text()
  } catch {
    // Lost with the server that died.
  }
}
