import type { Page } from "playwright-core"
import { z } from "zod"
import { customer } from "../../../scripts/demo/customer"
import { checkOut, pay } from "./fill-ledger"
import { openStore } from "./store"

const PATIENCE = { everyMs: 200, limitMs: 60_000 }

/** An order that a customer has paid. */
export async function paidOrder(): Promise<string> {
  const { state } = openStore()
  const { invoice } = await checkOut(state)
  await pay(state, invoice.number, "click")
  return customer(state).waitForOrder(invoice.sessionId, PATIENCE)
}

/** A draft order, as a merchant makes it for a customer on the telephone. */
export async function draftOrder(page: Page): Promise<string> {
  const { state } = openStore()
  const [variant] = state.variants
  if (!variant) throw new Error("The store sells nothing.")
  const made = await page.request.post("/admin/draft-orders", {
    data: {
      email: "sardor@mijoz.example",
      region_id: state.region_id,
      items: [{ variant_id: variant.id, quantity: 2 }],
    },
  })
  const { draft_order } = z
    .object({ draft_order: z.object({ id: z.string() }) })
    .parse(await made.json())
  return draft_order.id
}
