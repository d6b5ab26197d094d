import { BlockList, isIP } from "node:net"

/** Private networks. */
const INTERNAL = new BlockList()
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  INTERNAL.addSubnet(net, prefix, "ipv4")
}

/** A network address of this machine, as `os.networkInterfaces` lists it. */
export type OwnAddress = { address: string; family: string; internal: boolean }

/**
 * A message about the address this server sends requests from: the one the service names in its
 * refusal, or else a public one of this machine; undefined where neither is known.
 */
export function outgoingAddressHint(
  serviceText: string | undefined,
  own: readonly OwnAddress[]
): string | undefined {
  const named = (serviceText?.match(/[\da-f:.]{3,45}/gi) ?? [])
    // A full stop or a colon may follow it.
    .flatMap((text) => [text, text.replace(/[.:]+$/, "")])
    .find((text) => isIP(text) !== 0)
  if (named !== undefined) return `The service saw a request from ${named}.`
  const publicOne = own.find(
    ({ address, family, internal }) =>
      !internal && family === "IPv4" && !INTERNAL.check(address, "ipv4")
  )
  return publicOne && `One address of this server is ${publicOne.address}.`
}
