import { parseUzs } from "../../../client"
import { BLOCKER_REASONS, type Alert } from "../../../modules/checkout-uz"
import { ALERT_KINDS } from "../../../modules/checkout-uz/alerts/alert"
import { sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import { notificationTexts } from "../notification"
import { eventOf } from "../index"

const LANGUAGES = ["en", "ru", "uz"] as const
const SINCE = new Date("2026-11-28T10:00:00.000Z")
const NOTHING = { invoice: undefined, payout: undefined, owner: undefined }

const alertOf = (kind: Alert["kind"], reason: string): Alert => ({
  id: "cualert_1",
  kind,
  cashDesk: "main",
  invoiceId: "cuinv_61001",
  reason,
})
const invoice = sampleInvoice(61_001, {
  state: "paid",
  blocker: {
    reason: "nothing_owed",
    facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
    since: SINCE,
  },
})
const payout = {
  id: "cupay_1",
  invoiceId: invoice.id,
  refundId: undefined,
  amount: invoice.invoiceAmount,
  currencyCode: "uzs",
  createdAt: SINCE,
  completedAt: undefined,
  completedBy: undefined,
  note: undefined,
  invoiceNumber: invoice.number,
  paymentCollectionId: invoice.paymentCollectionId,
  shares: [],
}

describe.each(LANGUAGES)("a notification in %s", (language) => {
  const say = (alert: Alert) =>
    notificationTexts(language, alert, eventOf(alert, { ...NOTHING, invoice, payout }))

  it.each(BLOCKER_REASONS)("has words for %s", (reason) => {
    const { title, description } = say(alertOf("invoice_held", reason))
    expect(`${title} ${description}`).not.toMatch(/[{}]|null|undefined/)
    expect(description).toContain("61001")
    expect(description).not.toBe(reason)
  })

  it.each(ALERT_KINDS.filter((kind) => kind !== "invoice_held"))("has words for %s", (kind) => {
    const { title, description } = say(alertOf(kind, "Medusa has captured payment pay_1."))
    expect(`${title} ${description}`).not.toMatch(/[{}]|null|undefined/)
    expect([title, description]).not.toContain("")
  })

  it.each([
    ["cash_desk_refused", "key_refused"],
    ["cash_desk_refused", "address_not_allowed"],
    ["cash_desk_without_key", "no_encryption_key"],
  ] as const)("says what is wrong with a cash desk: %s, %s", (kind, problem) => {
    const alert = { ...alertOf(kind, "A message."), invoiceId: undefined }
    const known = notificationTexts(language, alert, eventOf(alert, { ...NOTHING, problem }))
    const unknown = notificationTexts(language, alert, eventOf(alert, NOTHING))
    expect(known.title).not.toBe(unknown.title)
    expect(known.description).not.toBe(unknown.description)
    expect(`${known.title} ${known.description}`).toContain("main")
  })

  it("groups an amount as people write it", () => {
    const amount = language === "en" ? "45,000" : "45\u00a0000"
    expect(say(alertOf("invoice_held", "nothing_owed")).title).toContain(amount)
    expect(say(alertOf("payout_due", "cupay_1")).title).toContain(amount)
  })

  it("names the order and who paid, as far as they are known", () => {
    const alert = alertOf("invoice_held", "nothing_owed")
    const owner = {
      order: { id: "order_1", display_id: 7, is_draft: false },
      customer: { id: null, email: null, name: "Dilnoza Karimova", phone: "+998901234567" },
      cart_id: null,
      items: [],
    }
    const event = eventOf(alert, { ...NOTHING, invoice, owner })
    const { description } = notificationTexts(language, alert, event)
    expect(description).toMatch(
      / \p{L}+ [#№]\u00a0?7, Dilnoza Karimova, \+998\u00a090\u00a0123\u00a045\u00a067\.$/u
    )
  })

  it("names what is sold out", () => {
    const alert = alertOf("invoice_held", "not_completable")
    const soldOut = sampleInvoice(61_001, {
      state: "paid",
      blocker: {
        reason: "not_completable",
        facts: { lacks: "stock", soldOut: "Koʻk choy № 95" },
        since: SINCE,
      },
    })
    const { description } = notificationTexts(
      language,
      alert,
      eventOf(alert, { ...NOTHING, invoice: soldOut })
    )
    expect(description).toContain("Koʻk choy № 95")
    expect(description).toContain("61001")
  })

  it("says what has come of a payment in parts, and what has not", () => {
    const alert = alertOf("invoice_held", "part_paid")
    const facts = {
      asked: "135000",
      arrived: "45000",
      open: "90000",
      partsPaid: 1,
      partsPlanned: 3,
    }
    const part = sampleInvoice(61_001, {
      state: "paid",
      blocker: { reason: "part_paid", facts, since: SINCE },
    })
    const event = eventOf(alert, { ...NOTHING, invoice: part })
    const { description } = notificationTexts(language, alert, event)
    for (const amount of ["135", "45", "90", "61001"]) expect(description).toContain(amount)
    expect(description).not.toMatch(/[{}]|null/)
  })

  it("says a reason it has no words for as it stands", () => {
    expect(say(alertOf("invoice_held", "session_gone")).description).toMatch(/^session_gone /)
  })

  it("names the amount that was really paid, and beside it the one that was asked for", () => {
    const alert = alertOf("invoice_held", "amount_mismatch")
    const paid = sampleInvoice(61_001, { state: "paid", paidAmount: parseUzs("44000") })
    const event = eventOf(alert, { ...NOTHING, invoice: paid })
    expect(event).toMatchObject({ amount: 45_000, paid_amount: 44_000 })
    const { title, description } = notificationTexts(language, alert, event)
    const written = (thousands: number) => `${thousands}${language === "en" ? "," : "\u00a0"}000`
    expect(title).toContain(written(44))
    expect(description).toContain(written(45))
  })
})

it("a notification is written with Uzbek's own letters, and has one word for an invoice", () => {
  const texts = ALERT_KINDS.flatMap((kind) => {
    const reasons = kind === "invoice_held" ? BLOCKER_REASONS : ["found"]
    return reasons.flatMap((reason) => {
      const alert = alertOf(kind, reason)
      return Object.values(
        notificationTexts("uz", alert, eventOf(alert, { ...NOTHING, invoice, payout }))
      )
    })
  })
  expect(texts.filter((text) => /[oOgG]['`‘’]|hisob/.test(text))).toEqual([])
})

describe("the event of held money", () => {
  it("carries the numbers behind what is in its way", () => {
    const alert = alertOf("invoice_held", "nothing_owed")
    expect(eventOf(alert, { ...NOTHING, invoice })).toMatchObject({
      reason: "nothing_owed",
      invoice_number: 61_001,
      amount: 45_000,
      asked: 65_000,
      open: 0,
      paid_elsewhere: 65_000,
      promised: 0,
      payout_id: null,
    })
  })

  it("carries none where something else has come in its way since, nor has another event", () => {
    const nothing = { asked: null, open: null, paid_elsewhere: null, promised: null }
    for (const alert of [
      alertOf("invoice_held", "cart_changed"),
      alertOf("payout_due", "cupay_1"),
    ]) {
      expect(eventOf(alert, { ...NOTHING, invoice, payout })).toMatchObject(nothing)
    }
    const due = eventOf(alertOf("payout_due", "cupay_1"), { ...NOTHING, invoice, payout })
    expect(due).toMatchObject({ reason: "cupay_1", payout_id: "cupay_1", payout_amount: 45_000 })
  })
})
