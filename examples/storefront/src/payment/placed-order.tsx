import type { HttpTypes } from "@medusajs/types"
import { useEffect, useState } from "react"
import { sdk } from "../medusa"
import { Summary } from "../shop/summary"
import { useWords } from "../words"
import { ReceiptOf } from "./receipt"

export function PlacedOrder({ orderId, sessionId }: { orderId: string; sessionId: string }) {
  const { say } = useWords()
  const [order, setOrder] = useState<HttpTypes.StoreOrder>()
  useEffect(() => {
    sdk.store.order.retrieve(orderId).then(
      (answer) => {
        setOrder(answer.order)
      },
      // The order stands, whether its list can be shown or not.
      () => undefined
    )
  }, [orderId])

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
