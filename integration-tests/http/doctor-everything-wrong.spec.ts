import { amiss, checked, keepLog } from "../setup/doctor"
import { describeShop } from "../setup/shop"

const LOG = keepLog()

const wrong = {
  plugin: { encryptionKeys: ["abc"], webhookBaseUrl: null, amountRounding: "upwards" },
  apiKey: "no-key-of-any-desk",
  dependencies: ["payment"],
  providers: [
    { id: "second", options: { cashDesk: "main", apiKey: "another-key" } },
    { id: "third", options: { cashDesk: "third" } },
    { id: "fourth", options: { cashDesk: "no name" } },
  ],
}

describeShop("a shop where everything is wrong", wrong, (shop) => {
  it("has started, with a line in the log for each mistake", () => {
    const said = LOG.filter(({ line }) => line.startsWith("Checkout.uz: "))
    for (const words of [
      /cannot see what the provider needs: checkoutUz, query\. Write dependencies:/,
      /The options of medusa-payment-checkout-uz in medusa-config are wrong: "amountRounding"/,
      /The options of the payment provider pp_checkout-uz_fourth .+ "cashDesk"/,
      /does not know where to announce payments\. Set webhookBaseUrl/,
      /fewer than 16 characters and encrypts nothing/,
      /Cash desk "third" has no API key/,
      /pp_checkout-uz_main, pp_checkout-uz_second of cash desk "main" have different API keys/,
    ]) {
      const lines = said.filter(({ line }) => words.test(line))
      expect(lines.map(({ level }) => level)).toEqual(["error"])
      expect(lines[0]?.line).not.toContain("\n")
    }
    expect(JSON.stringify(LOG)).not.toMatch(/no-key-of-any-desk|another-key|"abc"/)
  })

  it("is told the same on request, and that the service refuses the key", async () => {
    const found = amiss(await checked(shop))
    expect(found).toEqual(
      expect.arrayContaining([
        "dependencies: error",
        "options: error",
        "provider_options: error",
        "webhook_address: error",
        "encryption_key: error",
        "api_key: error",
        "one_key_per_cash_desk: error",
        "key_accepted: error",
      ])
    )
  })
})
