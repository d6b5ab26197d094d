import { resolveSettings, type SettingValues, type SettingRow } from "../setting"
import { parsePluginOptions } from "../options"

const at = new Date("2026-11-28T08:00:00Z")

function weighed(rows: Pick<SettingRow, "name" | "value">[], options: object = {}) {
  const { options: parsed, written } = parsePluginOptions(options)
  const values = {
    ...parsed,
    description: parsed.description,
    watchDays: parsed.reconcile.watchDays,
    partsMax: parsed.parts.max,
    partsWaitHours: parsed.parts.waitHours,
  }
  return resolveSettings(
    { values, written },
    rows.map((row) => ({ ...row, setAt: at, setBy: "user_1" }))
  )
}

describe("what is in force", () => {
  it("is the default where nobody chose anything", () => {
    const settings = weighed([])
    expect(settings.orderPlacement).toMatchObject({ value: "after_payment", source: "default" })
    expect(settings.cardPayments).toMatchObject({ value: true, source: "default" })
    expect(settings.description).toMatchObject({ value: undefined, source: "default" })
    expect(settings.watchDays).toMatchObject({ value: 7, source: "default" })
    expect(settings.partsMax).toMatchObject({ value: 5, source: "default" })
    expect(settings.partsWaitHours).toMatchObject({ value: 24, source: "default" })
  })

  it("is what the configuration has really written, also where that is the default", () => {
    const settings = weighed([], {
      orderPlacement: "after_payment",
      cardPayments: false,
      description: "Choy",
      reconcile: { watchDays: 3 },
      alertLanguage: "uz",
      parts: { max: 1, waitHours: 48 },
    })
    for (const { source } of Object.values(settings)) expect(source).toBe("configuration")
    expect(settings.watchDays.value).toBe(3)
    expect([settings.partsMax.value, settings.partsWaitHours.value]).toEqual([1, 48])
  })

  it("is the admin's choice over it, and what it would be without it is known", () => {
    const settings = weighed(
      [
        { name: "order_placement", value: "before_payment" },
        { name: "card_payments", value: false },
        { name: "description", value: "Koʻk choy" },
        { name: "watch_days", value: 30 },
        { name: "parts_max", value: 1 },
        { name: "parts_wait_hours", value: 720 },
      ],
      { description: "Choy" }
    )
    expect(settings.orderPlacement).toEqual({
      value: "before_payment",
      source: "admin",
      withoutSetting: "after_payment",
      setAt: at,
      setBy: "user_1",
    })
    expect(settings.cardPayments.value).toBe(false)
    expect(settings.description).toMatchObject({ value: "Koʻk choy", withoutSetting: "Choy" })
    expect(settings.watchDays.value).toBe(30)
    expect(settings.partsMax).toMatchObject({ value: 1, source: "admin", withoutSetting: 5 })
    expect(settings.partsWaitHours).toMatchObject({ value: 720, withoutSetting: 24 })
  })

  it("an empty note that was chosen is none, whatever the configuration has", () => {
    const { description } = weighed([{ name: "description", value: "" }], { description: "Choy" })
    expect(description).toMatchObject({ value: undefined, source: "admin" })
  })

  it.each([
    ["order_placement", "sometimes"],
    ["order_placement", undefined],
    ["card_payments", "yes"],
    ["watch_days", 0],
    ["watch_days", 1.5],
    ["watch_days", 366],
    ["description", 7],
    ["parts_max", 21],
    ["parts_max", 2.5],
    ["parts_wait_hours", 0],
    ["parts_wait_hours", "24"],
    ["somebody_elses", true],
  ])("what was kept and makes no sense (%s: %p) counts as not chosen", (name, value) => {
    for (const { source } of Object.values(weighed([{ name, value }]))) {
      expect(source).toBe("default")
    }
  })
})

describe("what the configuration has written", () => {
  it.each<[object, (keyof SettingValues)[]]>([
    [{}, []],
    [{ orderPlacement: undefined, description: " ", reconcile: {} }, []],
    [{ reconcile: { sweepSeconds: 5 } }, []],
    [{ reconcile: { watchDays: undefined } }, []],
    [{ cardPayments: true }, ["cardPayments"]],
    [{ parts: {} }, []],
    [{ parts: { waitHours: 24 } }, ["partsWaitHours"]],
    [{ parts: { max: 5, waitHours: undefined } }, ["partsMax"]],
    [{ parts: { max: 0, waitHours: 48 } }, []],
    [{ orderPlacement: "sometimes", description: "Choy" }, ["description"]],
  ])("%j is %p", (options, names) => {
    expect([...parsePluginOptions(options).written]).toEqual(names)
  })
})
