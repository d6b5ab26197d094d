import type { Invoice } from "../../modules/checkout-uz"

/** The address a client had asked to return to; the configuration's own is found again by itself. */
export function askedAddress(
  { returnAddress }: Invoice,
  configured: string | undefined
): { return_url?: string } {
  if (returnAddress === "" || returnAddress === configured) return {}
  return { return_url: returnAddress }
}
