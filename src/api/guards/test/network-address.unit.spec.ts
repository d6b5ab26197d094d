import { networkOf } from "../network-address"

describe("what a client's requests are counted by", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["", ""],
    ["whatever a header says", "whatever a header says"],
  ])("%s counts as %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it("all addresses of one IPv6 network count as one client", () => {
    const networks = Array.from({ length: 100 }, (_, n) =>
      networkOf(`2001:db8:1:2::${n.toString(16)}`)
    )
    expect(new Set(networks).size).toBe(1)
    expect(networkOf("2001:db8:1:3::1")).not.toBe(networks[0])
  })
})
