import type { z } from "zod"
import type { buyerSchema } from "./medusa-rows"

/** Who buys, as far as a cart or an order tells. */
export type Buyer = {
  email: string | undefined
  name: string | undefined
  phone: string | undefined
}

/** Reads who buys from a cart or an order: by its shipping address, else by its billing address. */
export function buyerOf(row: z.output<typeof buyerSchema>): Buyer {
  const addresses = [row.shipping_address, row.billing_address]
  const first = (read: (address: (typeof addresses)[number]) => string | undefined) =>
    addresses.map(read).find((value) => value !== undefined)
  return {
    email: textOf(row.email),
    name: first((address) =>
      textOf([address?.first_name, address?.last_name].filter(Boolean).join(" "))
    ),
    phone: first((address) => textOf(address?.phone)),
  }
}

function textOf(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? ""
  return text === "" ? undefined : text
}
