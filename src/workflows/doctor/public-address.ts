import { isIP } from "node:net"
import { isOwnAddress } from "../../modules/checkout-uz"

/** Names that no name server of the internet answers for. */
const OWN_NAMES = /^[^.]+$|\.(localhost|local|internal|lan|home|test|invalid)$/

/** Whether an http(s) address may be reached from the internet, as far as it shows. */
export function isPublicAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  return isIP(host) === 0 ? !OWN_NAMES.test(host) : !isOwnAddress(host)
}
