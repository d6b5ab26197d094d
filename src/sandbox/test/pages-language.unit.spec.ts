import { goodCard, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("the customer's language", () => {
  it("never leads to another host", async () => {
    const answer = await sandbox.raw("//shop.example/pay?lang=uz", {})
    expect(answer.headers.get("location")).toBe("/shop.example/pay")
  })

  it("can be pressed on the answer to every form", async () => {
    const { _url } = await sandbox.invoice()
    const codePage = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
    for (const path of [codePage, `${codePage}/new-code`, `${_url}/card`, `${_url}/click`]) {
      const pressed = await sandbox.page(`${path}?lang=ru`)
      expect(pressed.status).toBe(303)
      const { status } = await sandbox.page(pressed.headers.get("location") ?? "")
      expect([200, 303]).toContain(status)
    }
  })

  it.each([
    ["uz-UZ,ru;q=0.8", "uz", "Qanday toʻlaysiz?", "7\u00a0000\u00a0soʻm"],
    ["ru-RU,ru;q=0.9,en;q=0.8", "ru", "Как вы хотите оплатить?", "7\u00a0000\u00a0сум"],
    ["kk,en-GB;q=0.5", "en", "How would you like to pay?", "7,000\u00a0UZS"],
    ["de", "en", "How would you like to pay?", "7,000\u00a0UZS"],
  ])("is the browser's (%s)", async (accepted, language, question, amount) => {
    const { _url } = await sandbox.invoice({ amount: 7000 })
    const { text } = await sandbox.page(_url, { "accept-language": accepted })
    for (const told of [`<html lang="${language}">`, question, amount]) expect(text).toContain(told)
  })

  it("is what the customer pressed, from then on", async () => {
    const { _url } = await sandbox.invoice()
    const pressed = await sandbox.page(`${_url}?lang=uz`, { "accept-language": "ru" })
    const cookie = (pressed.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, new URL(_url).pathname])
    const { text } = await sandbox.page(`${_url}/card`, { "accept-language": "ru", cookie })
    expect(text).toContain("Karta raqami")
  })

  it("is also that of a refusal", async () => {
    const { _url } = await sandbox.invoice()
    const cookie = "sandbox_language=uz"
    const { text } = await sandbox.submit(
      `${_url}/card`,
      { ...goodCard, card_number: "8600 0000 0000 0003" },
      { cookie }
    )
    expect(text).toContain("Karta bloklangan.")
  })
})
