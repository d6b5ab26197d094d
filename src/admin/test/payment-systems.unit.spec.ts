import { byPaymentSystem, nameOfPaymentSystem } from "../lib/payment-systems"

describe("payment systems", () => {
  it("have their own names, whatever the service calls them", () => {
    expect(nameOfPaymentSystem("oson", "oson pay")).toBe("OSON")
    expect(nameOfPaymentSystem("vmcard")).toBe("Visa / Mastercard")
    expect(nameOfPaymentSystem("CLICK")).toBe("Click")
  })

  it("have the service's name where nobody has heard of them, else their key", () => {
    expect(nameOfPaymentSystem("newpay", "New Pay")).toBe("New Pay")
    expect(nameOfPaymentSystem("newpay")).toBe("Newpay")
  })

  it("stand in one order, unknown ones after the known and the unnamed last", () => {
    expect(["zeta", null, "plum", "alpha", "click"].sort(byPaymentSystem)).toEqual([
      "click",
      "plum",
      "alpha",
      "zeta",
      null,
    ])
  })
})
