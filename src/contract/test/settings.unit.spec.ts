import { settingsBodySchema } from "../settings"

const said = (body: unknown) =>
  settingsBodySchema.safeParse(body).error?.issues.map(({ path, message }) => [...path, message])

describe("days of polling, as a merchant chooses them", () => {
  it.each([1, 365, null])("are %p, an end or the way back", (days) => {
    expect(settingsBodySchema.parse({ watch_days: days })).toEqual({ watch_days: days })
  })

  it.each([0, 366, 1.5, "7"])("are not %p, which is said once", (value) => {
    expect(said({ watch_days: value })).toEqual([
      ["watch_days", "must be a whole number from 1 to 365"],
    ])
  })
})

describe("a payment in parts, as a merchant chooses it", () => {
  it.each([
    { parts_max: 1, parts_wait_hours: 1 },
    { parts_max: 20, parts_wait_hours: 720 },
    { parts_max: null, parts_wait_hours: null },
  ])("takes %j, its ends and the way back", (body) => {
    expect(settingsBodySchema.parse(body)).toEqual(body)
  })

  it.each([0, 21, -0.5, 30.5, 1e20, NaN, "5", true])("says once what is wrong with %p", (value) => {
    expect(said({ parts_max: value })).toEqual([
      ["parts_max", "must be a whole number from 1 to 20"],
    ])
  })

  it.each([0, 721, 1.5, 1e20, "24"])("says once what is wrong with %p hours", (value) => {
    expect(said({ parts_wait_hours: value })).toEqual([
      ["parts_wait_hours", "must be a whole number from 1 to 720"],
    ])
  })
})
