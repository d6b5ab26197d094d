import type { HttpTypes } from "@medusajs/types"
import { useEffect, useState } from "react"
import { sdk } from "../medusa"
import { Summary } from "../shop/summary"
import { useWords } from "../words"
import { ReceiptOf } from "./receipt"

/** The order stands, whether it can be shown or not: a network that has just come back gets some tries. */
const TRIES = 5
const PAUSE_MS = 3_000

export function PlacedOrder({ orderId, sessionId }: { orderId: string; sessionId: string }) {
  const { say } = useWords()
  const order = useOrder(orderId)
  if (!order) return <p className="center">{say("placedTextOnly")}</p>
  return (
    <>
      <p className="center">{say("placedText", { number: order.display_id ?? "" })}</p>
      <section className="order" aria-label={say("order")}>
        <h2>{say("order")}</h2>
        <Summary
          items={order.items ?? []}
          goods={order.item_total}
          delivery={order.shipping_total}
          total={order.total}
        />
        <ReceiptOf orderId={orderId} sessionId={sessionId} />
      </section>
    </>
  )
}

function useOrder(orderId: string): HttpTypes.StoreOrder | undefined {
  const [order, setOrder] = useState<HttpTypes.StoreOrder>()
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (tries: number) => {
      const found = await sdk.store.order.retrieve(orderId).catch(() => undefined)
      if (isGone) return
      if (found) setOrder(found.order)
      else if (tries > 1) timer = setTimeout(() => void look(tries - 1), PAUSE_MS)
    }
    void look(TRIES)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [orderId])
  return order
}
