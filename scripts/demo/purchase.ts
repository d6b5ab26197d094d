import { createInterface } from "node:readline"
import { customer, type Invoice, type Patience, payOnSandbox } from "./customer"
import type { Lifecycle } from "./lifecycle"
import { checkOrder } from "./merchant"
import { heading, line, som, step } from "./progress"
import type { DemoState } from "./state"

const FOR_A_PROGRAM: Patience = { everyMs: 500, limitMs: 60_000 }
/** An invoice lives for an hour. */
const FOR_A_PERSON: Patience = { everyMs: 2_000, limitMs: 3_600_000 }

/** An order and what was paid for it, in UZS. */
export type PaidOrder = { orderId: string; amount: number }

/** One cart, from the shelf to a captured order. @throws Error that says where it went wrong. */
export async function payForOneCart(state: DemoState): Promise<PaidOrder> {
  heading("A customer buys tea")
  const invoice = await checkOut(state)
  await step("Paying there, as Click would", () => payOnSandbox(state.sandbox_url, invoice.number))
  const orderId = await seeOrder(state, invoice, FOR_A_PROGRAM)
  return { orderId, amount: invoice.amount }
}

/** For whoever sits at the terminal: Enter makes a cart that is then paid by hand, in a browser. */
export function offerCarts(lifecycle: Lifecycle, state: DemoState): void {
  if (!process.stdin.isTTY) return
  line("Press Enter for a cart to pay by hand, in a browser.")
  let busy = false
  const buy = async () => {
    heading("A cart for you")
    const invoice = await checkOut(state)
    line(`Open ${invoice.paymentUrl} and pay; card 8600 0000 0000 0001, SMS code 123456.`)
    await seeOrder(state, invoice, FOR_A_PERSON)
    line("Press Enter for another.")
  }
  const terminal = createInterface({ input: process.stdin })
  lifecycle.onClose(() => {
    terminal.close()
  })
  terminal.on("line", () => {
    if (busy) return
    busy = true
    void buy()
      .catch((error: unknown) => {
        line(error instanceof Error ? error.message : String(error))
      })
      .finally(() => {
        busy = false
      })
  })
}

async function checkOut(state: DemoState): Promise<Invoice> {
  const [variant] = state.variants
  if (variant === undefined) throw new Error("The store sells nothing.")
  const browser = customer(state)
  const filled = await step(
    `Cart with ${variant.title}`,
    () => browser.fillCart(variant.id),
    ({ total }) => som(total)
  )
  const { id, total } = await step(
    "Courier in Toshkent",
    () => browser.chooseDelivery(filled.id),
    (cart) => `${som(cart.total)} together`
  )
  const invoice = await step(
    `Payment session with ${state.provider_id}`,
    () => browser.startPayment(id),
    ({ number, amount, paymentUrl }) => `invoice ${number} of ${som(amount)} at ${paymentUrl}`
  )
  if (invoice.amount !== total) {
    throw new Error(`The invoice is of ${som(invoice.amount)}, the cart of ${som(total)}.`)
  }
  return invoice
}

async function seeOrder(state: DemoState, invoice: Invoice, patience: Patience): Promise<string> {
  const orderId = await step("Waiting for the order", () =>
    customer(state).waitForOrder(invoice.sessionId, patience)
  )
  await step(
    "Asking the admin about it",
    () => checkOrder(state, orderId, invoice.amount),
    (number) => `order #${number} stands, ${som(invoice.amount)} captured`
  )
  return orderId
}
