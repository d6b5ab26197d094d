import { outgoingAddressHint } from "../outgoing-address"

const loopback = { address: "127.0.0.1", family: "IPv4", internal: true }
const inside = { address: "10.3.0.7", family: "IPv4", internal: false }
const outside = { address: "203.0.113.9", family: "IPv4", internal: false }
const six = { address: "fe80::1", family: "IPv6", internal: false }

describe("the address a server calls out from", () => {
  it.each([
    ["Requests from 198.51.100.4 are not allowed.", "198.51.100.4"],
    ["IP 198.51.100.4: forbidden", "198.51.100.4"],
    ["address ::ffff:198.51.100.4.", "::ffff:198.51.100.4"],
    ["2001:db8::7 is not in the list", "2001:db8::7"],
  ])("is the one the service names: %s", (text, address) => {
    expect(outgoingAddressHint(text, [outside])).toBe(`The service saw a request from ${address}.`)
  })

  it.each([undefined, "Forbidden", "error 403.1 at 12:30:59", "version 1.2.3"])(
    "is else a public one of this machine (%p)",
    (text) => {
      expect(outgoingAddressHint(text, [loopback, inside, six, outside])).toBe(
        "One address of this server is 203.0.113.9."
      )
    }
  )

  it("is not guessed where the machine has internal ones only", () => {
    expect(outgoingAddressHint("Forbidden", [loopback, inside, six])).toBeUndefined()
  })
})
