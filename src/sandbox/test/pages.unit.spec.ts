import { Script } from "node:vm"
import { paymentSystems } from "../core/payment-systems"
import { startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

/** The one script a page has; any other would be somebody's text. */
const ownScript = /<script src="\/assets\/(sandbox|start)\.js" defer><\/script>/

describe("the choice of payment system", () => {
  it("shows amount, description and time left, and links every enabled method", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["click", "card"] })
    const { _url } = await sandbox.invoice({ amount: 1_250_000, description: "Order 7" })
    const { status, text } = await sandbox.page(_url)
    expect(status).toBe(200)
    expect(text).toContain("1,250,000\u00a0UZS")
    expect(text).toContain("Order 7")
    expect(text).toContain("59 min left")
    const paths = [...text.matchAll(/href="(\/pay\/[^"]+)"/g)].map(([, path]) => path)
    const path = new URL(_url).pathname
    expect(paths).toEqual([`${path}/click`, `${path}/card`])
  })

  it("shows tiyin only where there are any", async () => {
    const { _url } = await sandbox.invoice({ amount: 7000.5 })
    expect((await sandbox.page(_url)).text).toContain("7,000.50\u00a0UZS")
  })

  it.each([`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `a & b's`])(
    "the description %j is text and never markup",
    async (description) => {
      const { _url } = await sandbox.invoice({ description })
      for (const address of [_url, `${_url}/click`, `${_url}/card`, "/"]) {
        const { text } = await sandbox.page(address)
        expect(text).not.toContain(description)
        expect(text.replace(ownScript, "")).not.toMatch(/<script|<img/)
      }
    }
  )
})

describe("every page", () => {
  it("is marked as a sandbox, has no script but its own file, fetches nothing from elsewhere, is never cached", async () => {
    const { _url, _id } = await sandbox.invoice()
    const paid = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${paid._id}/pay`)
    const token = await sandbox.cardToken(_id)
    const addresses = [
      "/",
      _url,
      `${_url}/click`,
      `${_url}/card`,
      `${_url}/card/${token}`,
      paid._url,
      "/pay/x",
    ]
    for (const address of addresses) {
      const { text, headers } = await sandbox.page(address)
      expect(text).toContain("Sandbox. No money moves here.")
      expect(text).toContain('name="viewport"')
      expect(text.replace(ownScript, "")).not.toMatch(
        /<script|\son\w+=|javascript:|src="http|style="/
      )
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })

  it("has its script here, which is one that browsers can read", async () => {
    const { headers, text } = await sandbox.page("/assets/sandbox.js")
    expect(headers.get("content-type")).toContain("javascript")
    expect(() => new Script(text)).not.toThrow()
  })

  it("has its style sheet here", async () => {
    const { status, headers, text } = await sandbox.page("/assets/sandbox.css")
    expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"])
    expect(text).not.toMatch(/url\(|@import/)
  })

  it.each([
    "/pay/11111111-2222-4333-8444-555555555555",
    "/pay/x/click",
    "/nothing",
    "/logos/none-light.svg",
  ])("%s is not found, in words", async (path) => {
    const { status, text } = await sandbox.page(path)
    expect([status, text]).toEqual([404, expect.stringContaining("Nothing here")])
  })

  it("a method that is not enabled has no page and takes no money", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["click"] })
    const { _url, _id } = await sandbox.invoice()
    expect((await sandbox.page(`${_url}/payme`)).status).toBe(404)
    expect((await sandbox.submit(`${_url}/payme`)).status).toBe(404)
    expect(await sandbox.payment(_id)).toMatchObject({ status: "pending" })
  })
})

describe("a long description", () => {
  it("is folded on the page, whole underneath, and short in the list", async () => {
    const description = "Choy ".repeat(8_000).trim()
    const { _url } = await sandbox.invoice({ description })
    const { text } = await sandbox.page(_url)
    expect(text).toContain("Show the whole description")
    expect(text.split(description)).toHaveLength(2)
    expect((await sandbox.page("/")).text).not.toContain(description)
  })

  it.each(["", "  ", "\u0000", "\ud800", "\u202egnihton", "😀".repeat(300)])(
    "or a strange one still has a page: %j",
    async (description) => {
      const { _url } = await sandbox.invoice({ description })
      expect((await sandbox.page(_url)).status).toBe(200)
    }
  )
})

describe("the amounts at the limits", () => {
  it.each([
    [1_000, "1,000\u00a0UZS"],
    [10_000_000, "10,000,000\u00a0UZS"],
  ])("%d UZS is shown whole", async (amount, shown) => {
    const { _url } = await sandbox.invoice({ amount })
    expect((await sandbox.page(_url)).text).toContain(shown)
  })

  it.each([0, -1, 0.001, 1_000_000_001, 1e300])("nobody pays %d UZS", async (amount) => {
    const { _id } = await sandbox.invoice()
    const paid = await sandbox.control("POST", `/payments/${_id}/pay`, { amount })
    expect(paid.status).toBe(400)
    expect(await sandbox.payment(_id)).toMatchObject({ status: "pending" })
  })
})

describe("logos", () => {
  it("are marks of our own: shapes and the name in plain letters, each its own", async () => {
    const marks = await Promise.all(
      paymentSystems.map(async ({ key, name }) => {
        const { status, headers, text } = await sandbox.page(`/logos/${key}-dark.svg`)
        expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"])
        expect(text).toContain(`aria-label="${name}"`)
        expect(text).not.toMatch(/<image|href=|<script/)
        return /<g [^]+<\/g>/.exec(text)?.[0]
      })
    )
    expect(new Set(marks).size).toBe(paymentSystems.length)
  })
})
