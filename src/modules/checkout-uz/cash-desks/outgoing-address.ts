import { isIP } from "node:net"
import { isOwnAddress } from "./own-networks"

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
    ({ address, family, internal }) => !internal && family === "IPv4" && !isOwnAddress(address)
  )
  return publicOne && `One address of this server is ${publicOne.address}.`
}
