import { BlockList, isIP } from "node:net"

const OWN_NETWORKS = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, "ipv4")
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  OWN_NETWORKS.addSubnet(network, bits, "ipv6")
}

/** Names that no name server of the internet answers for. */
const OWN_NAMES = /^[^.]+$|\.(localhost|local|internal|lan|home|test|invalid)$/

/** Whether an http(s) address may be reached from the internet, as far as it shows. */
export function isPublicAddress(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  const version = isIP(host)
  if (version === 0) return !OWN_NAMES.test(host)
  return !OWN_NETWORKS.check(host, version === 4 ? "ipv4" : "ipv6")
}
