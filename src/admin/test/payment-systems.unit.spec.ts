import type { Words } from "../lib/words"
import { nameOfPaymentSystem } from "../../contract"
import { byPaymentSystem, paymentSystemInWords } from "../lib/payment-systems"

describe("payment systems", () => {
  it("have their own names, whatever the service calls them", () => {
    expect(nameOfPaymentSystem("oson", "oson pay")).toBe("OSON")
    expect(nameOfPaymentSystem("CLICK")).toBe("Click")
  })

  it("are a bank card where a card number was typed, whatever the service calls it", () => {
    const t = ((key: string) => key) as Words
    for (const key of ["card", "vmcard"]) expect(paymentSystemInWords(t, key)).toBe("common.card")
    expect(paymentSystemInWords(t, "uzcard")).toBe("Uzcard")
    expect(paymentSystemInWords(t, null)).toBe("common.unnamed_system")
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
