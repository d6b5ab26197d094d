import { nameOfPaymentSystem } from "../lib/payment-systems"
import { asTheCustomerReads } from "../routes/settings/checkout-uz/description-preview"
import { mostlyUnannounced } from "../routes/settings/checkout-uz/mostly-unannounced"

describe("the webhook address is called wrong", () => {
  it.each([
    [{ paid_count: 4, unannounced_count: 2 }, true],
    [{ paid_count: 2, unannounced_count: 2 }, true],
    [{ paid_count: 1, unannounced_count: 1 }, false],
    [{ paid_count: 5, unannounced_count: 2 }, false],
    [{ paid_count: 0, unannounced_count: 0 }, false],
  ])("only where it is no chance: %j", (counts, wrong) => {
    expect(mostlyUnannounced(counts)).toBe(wrong)
  })
})

describe("the note on the payment page", () => {
  it("is shown as the customer reads it, every placeholder filled", () => {
    const read = asTheCustomerReads(" {cart_id}, {session_id}, {cart_id} ")
    expect(read).toMatch(/^(cart_\w+), payses_\w+, \1$/)
  })

  it("is empty where nothing was written", () => {
    expect(asTheCustomerReads("  ")).toBe("")
  })
})

describe("a payment system's name", () => {
  it("is its own where it is known, else the service's, else the key", () => {
    expect(nameOfPaymentSystem("uzum", "UZUM")).toBe("Uzum Bank")
    expect(nameOfPaymentSystem("new_one", "New One")).toBe("New One")
    expect(nameOfPaymentSystem("new_one")).toBe("New_one")
  })
})
