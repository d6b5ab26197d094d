/** As Medusa makes them, invented. */
const CART = "cart_01KB4W8RZQ6T3N9V"
const SESSION = "payses_01KB4W9D2MXE7HYA"

/** A description template with examples filled in. */
export function asTheCustomerReads(template: string): string {
  return template.replaceAll("{cart_id}", CART).replaceAll("{session_id}", SESSION).trim()
}
