import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright-core"
import { z } from "zod"
import { axeFindings, hindrances, openAdmin } from "./setup/browser"
import { letWaitRunOut, orderOf, payNext, payParts, PIECES, plentifulVariant } from "./setup/parts"
import { openTab, PAYMENTS_PAGE } from "./setup/payments-page"
import { keepScreen } from "./setup/pictures"
import { openStore } from "./setup/store"

const LOOKS = (["en", "ru", "uz"] as const).flatMap((language) =>
  [1440, 390].map((width) => ({ language, width }))
)
const REST = {
  en: "Send a link for the rest",
  ru: "Отправить ссылку на остаток",
  uz: "Qolgani uchun havola yuborish",
} as const
const WIDGET = {
  en: "Payment through Checkout.uz",
  ru: "Оплата через Checkout.uz",
  uz: "Checkout.uz orqali toʻlov",
} as const
const OURS = "[role=region]:has(> div > h2)"

const nameOf = (what: string, { language, width }: (typeof LOOKS)[number]) =>
  [`parts-${what}`, width < 600 && "phone", language !== "en" && language].filter(Boolean).join("-")
const missing = /Of 11,270,000.UZS, 5,635,000.UZS came in 1 of 2 parts/
const caseOf = (page: Page, words: RegExp | string) => page.locator("main li", { hasText: words })

async function showEnd(page: Page, part: string): Promise<void> {
  await page
    .locator(part)
    .last()
    .evaluate((element) => {
      element.scrollIntoView({ block: "end" })
    })
}

describe("a payment in parts, of which one is missing", () => {
  let collectionId: string

  beforeAll(async () => {
    collectionId = (await payParts(PIECES.two, ["click"])).collectionId
    await letWaitRunOut(collectionId, 1)
  })

  it.each(LOOKS)("is one case, in $language at $width px", async (look) => {
    const { page, problems } = await openAdmin(look)
    await page.goto(`${PAYMENTS_PAGE}?tab=attention`)
    await page.getByRole("button", { name: REST[look.language] }).scrollIntoViewIfNeeded()
    await keepScreen(page, nameOf("held", look))
    expect(await hindrances(page, look)).toEqual([])
    expect(problems).toEqual([])
  })

  it("has a link for the rest, with a text in the customer's language", async () => {
    const { page, problems } = await openAdmin({ width: 390 })
    await openTab(page, "attention", missing)
    const held = caseOf(page, missing)
    await held.getByRole("link", { name: "+998 90 123 45 67" }).waitFor()
    expect(await held.getByRole("button", { name: "Try again" }).count()).toBe(0)
    await held.getByRole("button", { name: REST.en }).click()
    const panel = page.getByRole("dialog")
    await panel.getByText(/^Part 2 of 2 of 11,270,000.UZS$/).waitFor()
    await panel.getByRole("img", { name: /QR code/ }).waitFor()
    const share = await panel.getByRole("link", { name: "Share on Telegram" }).getAttribute("href")
    expect(new URL(share ?? "").searchParams.get("text")).toMatch(
      /^Please pay 5,635,000.UZS \(part 2 of 2\)$/
    )
    await keepScreen(page, "parts-link-phone")
    expect(await hindrances(page, { width: 390 }, "[role=dialog]")).toEqual([])
    expect(problems).toEqual([])
  })

  it("is given more time, which its history tells", async () => {
    await letWaitRunOut(collectionId, 1)
    const { page, problems } = await openAdmin()
    await page.route("**/admin/checkout-uz/settings", async (route) => {
      // The button is pressed before it is known how long.
      await sleep(1_000)
      await route.continue()
    })
    await openTab(page, "attention", missing)
    const held = caseOf(page, missing)
    await held.getByRole("button", { name: "Wait longer" }).click()
    const question = page.getByRole("alertdialog")
    await question.getByText("Give the customer 24 more hours?").waitFor()
    await keepScreen(page, "parts-wait")
    expect(await axeFindings(page, "[role=alertdialog]")).toEqual([])
    await question.getByRole("button", { name: "Wait longer" }).click()
    await page.getByText("The customer has more time for the other parts.").waitFor()
    await held.waitFor({ state: "detached" })
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices&standing=part_paid`)
    await page.getByText("part 1 of 2").first().locator("xpath=ancestor::tr/td[1]").click()
    await page.getByRole("dialog").getByText("The customer was given more time").waitFor()
    expect(problems).toEqual([])
  })
})

describe("two parts of three that have come", () => {
  it("are returned by a pay-out each", async () => {
    const { collectionId } = await payParts(PIECES.three, ["click", "payme"])
    await letWaitRunOut(collectionId, 2)
    const { page, problems } = await openAdmin()
    const words = /came in 2 of 3 parts/
    await openTab(page, "attention", words)
    await keepScreen(page, "parts-held-two")
    await caseOf(page, words).getByRole("button", { name: "Return the money" }).click()
    const panel = page.getByRole("dialog")
    await panel.getByText("A pay-out is made for each part.", { exact: false }).waitFor()
    expect(await panel.getByText("Payme").count()).toBe(1)
    await keepScreen(page, "parts-return")
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await panel.getByRole("button", { name: "Confirm the return" }).click()
    await page.getByText("there is a pay-out for each part", { exact: false }).waitFor()
    const payouts = caseOf(page, "Return of a payment").filter({ hasText: "7,5" })
    await payouts.nth(1).waitFor()
    expect(await payouts.count()).toBe(2)
    await payouts.first().scrollIntoViewIfNeeded()
    await keepScreen(page, "parts-two-payouts")
    expect(problems).toEqual([])
  })
})

describe("an order that is paid in five parts", () => {
  let orderId: string

  beforeAll(async () => {
    const systems = ["click", "payme", "click", "paylov", "payme"]
    const { sessionId } = await payParts(PIECES.five, systems)
    orderId = await orderOf(sessionId)
  })

  it.each(LOOKS)("has them in the list and the order, in $language at $width px", async (look) => {
    const { page, problems } = await openAdmin(look)
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices`)
    await page.getByText("9 994 000").or(page.getByText("9,994,000")).first().waitFor()
    await keepScreen(page, nameOf("list", look))
    expect(await hindrances(page, look)).toEqual([])

    await page.goto(`/app/orders/${orderId}`)
    const widget = page.getByRole("region", { name: WIDGET[look.language] })
    await widget
      .getByText(/49.970.000/)
      .first()
      .waitFor()
    expect(await widget.getByRole("listitem").count()).toBe(5)
    await showEnd(page, OURS)
    await keepScreen(page, nameOf("order", look))
    expect(await hindrances(page, look, OURS)).toEqual([])
    expect(problems).toEqual([])
  })

  it("leads from one part to another, and back by one press", async () => {
    const { page, problems } = await openAdmin()
    await page.goto(`${PAYMENTS_PAGE}?tab=invoices`)
    await page.getByText("part 2 of 5").locator("xpath=ancestor::tr/td[1]").click()
    const panel = page.getByRole("dialog")
    await panel.getByText(/^Part 2 of 5 of 49,970,000.UZS$/).waitFor()
    const others = panel.locator("section", { hasText: "Other parts of this payment" })
    expect(await others.getByRole("listitem").count()).toBe(4)
    await keepScreen(page, "parts-drawer")
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
    await others.getByRole("link").last().click()
    await panel.getByText(/^Part 5 of 5 of 49,970,000.UZS$/).waitFor()
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    expect(new URL(page.url()).searchParams.has("invoice")).toBe(false)
    expect(problems).toEqual([])
  })

  it("is refunded by one pay-out out of all of them", async () => {
    const { page } = await openAdmin()
    await page.request.post(`/admin/orders/${orderId}/cancel`)
    await page.goto(`/app/orders/${orderId}`)
    const widget = page.getByRole("region", { name: WIDGET.en })
    await widget.getByRole("button", { name: "Mark as paid out" }).waitFor()
    expect(await widget.getByRole("button", { name: "Mark as paid out" }).count()).toBe(1)
    await showEnd(page, OURS)
    await keepScreen(page, "parts-order-refund")
    expect(await axeFindings(page, OURS)).toEqual([])
    await openTab(page, "attention", "Refund on an order")
    const payout = caseOf(page, "Refund on an order").filter({ hasText: "49,970,000" })
    expect(await payout.getByRole("listitem").count()).toBe(5)
    await payout.scrollIntoViewIfNeeded()
    await keepScreen(page, "parts-refund")
    await payout.getByRole("button", { name: "Mark as paid out" }).click()
    await page.getByRole("dialog").getByLabel("How was it sent?").waitFor()
    await keepScreen(page, "parts-refund-dialog")
    expect(await axeFindings(page, "[role=dialog]")).toEqual([])
  })
})

describe("an order that is paid in part", () => {
  it("shows what has come and what is missing, and its link asks for the rest", async () => {
    const { page, problems } = await openAdmin()
    const made = await page.request.post("/admin/draft-orders", {
      data: {
        email: "sardor@mijoz.example",
        region_id: openStore().state.region_id,
        items: [{ variant_id: plentifulVariant(), quantity: PIECES.two }],
      },
    })
    const { draft_order } = z
      .object({ draft_order: z.object({ id: z.string() }) })
      .parse(await made.json())
    const address = `/app/draft-orders/${draft_order.id}`
    await page.goto(address)
    const widget = page.getByRole("region", { name: WIDGET.en })
    await widget.getByRole("button", { name: "Make a link" }).click()
    await widget.getByRole("img", { name: /QR code/ }).waitFor()
    const link = await page.request.get(`/admin/checkout-uz/orders/${draft_order.id}/payment-link`)
    const { invoice } = z
      .object({ invoice: z.object({ payment_collection_id: z.string() }) })
      .parse(await link.json())
    await payNext(invoice.payment_collection_id, "click", 0)

    await widget.getByText(/came in 1 of 2 parts/).waitFor({ timeout: 60_000 })
    await showEnd(page, OURS)
    await keepScreen(page, "parts-order-begun")
    expect(await axeFindings(page, OURS)).toEqual([])
    const link2 = widget.getByText(/^Part 2 of 2 of 11,250,000.UZS$/)
    const make = widget.getByRole("button", { name: /^Make a/ })
    await link2.or(make).first().waitFor()
    if (await make.isVisible()) await make.click()
    await link2.waitFor()
    await showEnd(page, OURS)
    await keepScreen(page, "parts-order-rest")
    expect(problems).toEqual([])
  })
})
