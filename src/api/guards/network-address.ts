import { isIPv6 } from "node:net"

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What to count a client's requests by. One customer of an IPv6 network has as many addresses as
 * they like, but only one prefix of 64 bits; everything else counts as it is.
 */
export function networkOf(address: string): string {
  const [, ipv4] = IPV4_IN_IPV6.exec(address) ?? []
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address
  const [left = "", right = ""] = address.split("::")
  const start = left === "" ? [] : left.split(":")
  const end = right === "" ? [] : right.split(":")
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => "0")
  const groups = address.includes("::") ? [...start, ...zeros, ...end] : start
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(":")}::/64`
}
