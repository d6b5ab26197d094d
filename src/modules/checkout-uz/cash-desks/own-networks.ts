import { BlockList, isIP } from "node:net"

/** Addresses of this machine and of private networks: nobody in the internet reaches them. */
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

/** Whether an IP address is one of this machine, or of a private network. */
export function isOwnAddress(address: string): boolean {
  return OWN_NETWORKS.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
}
