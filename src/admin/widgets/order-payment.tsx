import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { z } from "zod"
import { OrderPayment } from "../order-payment/order-payment"

/** What the page hands its widgets: an order or a draft order. */
const propsSchema = z.object({ data: z.object({ id: z.string() }) })

const OrderPaymentWidget = (props: unknown) => {
  const parsed = propsSchema.safeParse(props)
  return parsed.success ? <OrderPayment orderId={parsed.data.data.id} /> : null
}

export const config = defineWidgetConfig({
  zone: ["order.details.side.after", "draft_order.details.side.after"],
})

export default OrderPaymentWidget
