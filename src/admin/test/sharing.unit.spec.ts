import { qrCode } from "../lib/qr"
import { telegramShare } from "../lib/share"

describe("a link for the customer", () => {
  it("goes to Telegram with every character of its address and text", () => {
    const shared = new URL(telegramShare("https://checkout.uz/pay/1?a=b&c=d", "65 000 soʻm & tez"))
    expect(shared.searchParams.get("url")).toBe("https://checkout.uz/pay/1?a=b&c=d")
    expect(shared.searchParams.get("text")).toBe("65 000 soʻm & tez")
    expect(shared.search).not.toContain("+")
  })

  it("is a QR code with white around it", () => {
    const code = qrCode("https://checkout.uz/pay/1")
    const corners = [...(code?.path ?? "").matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => [x, y])
    const across = corners.flat().map(Number)
    expect(Math.min(...across)).toBe(4)
    expect(Math.max(...across)).toBe((code?.size ?? 0) - 5)
  })

  it("is no QR code where a camera could not read it", () => {
    expect(qrCode(`https://checkout.uz/${"x".repeat(1000)}`)).toBeUndefined()
    expect(qrCode("")).toBeUndefined()
  })
})
