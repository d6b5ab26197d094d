import type { FiscalData } from "../../../client"
import { receiptRows } from "../receipt-rows"

it("shows whatever came, as names with values, and links what is safe to open", () => {
  const url = "https://ofd.soliq.uz/check?t=SB1&r=7"
  expect(
    receiptRows({
      status: "success",
      data: { fiscal_sign: "000000000017", number: 7, url, items: [{ name: "Choy" }], none: null },
    })
  ).toEqual([
    { name: "data.fiscal_sign", value: "000000000017", link: null },
    { name: "data.number", value: "7", link: null },
    { name: "data.url", value: url, link: url },
    { name: "data.items.0.name", value: "Choy", link: null },
  ])
})

it.each([
  "http://ofd.soliq.uz/check",
  "javascript:alert(1)",
  "https://name:word@ofd.soliq.uz/",
  `https://ofd.soliq.uz/${"a".repeat(600)}`,
])("links nothing that is not safe to open, or not shown as a whole: %.40s", (url) => {
  expect(receiptRows({ url })).toMatchObject([{ link: null }])
})

it.each<FiscalData>([
  null,
  "",
  {},
  [],
  { status: "success" },
  { status: "success", data: null },
  { data: { a: "", b: {}, c: [null] } },
])("has no receipt where the service says nothing: %j", (answer) => {
  expect(receiptRows(answer)).toBeNull()
})

it("keeps what the service calls a status inside its receipt", () => {
  expect(receiptRows({ status: "success", data: { status: "success" } })).toEqual([
    { name: "data.status", value: "success", link: null },
  ])
})

it("ends where nobody would read on", () => {
  const long = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]))
  expect(receiptRows(long)).toHaveLength(100)
  const [row] = receiptRows({ text: "𝄞".repeat(1_000) }) ?? []
  expect(row?.value.length).toBeLessThanOrEqual(1_000)
  expect(row?.value).toMatch(/^𝄞+…$/u)
  let deep: FiscalData = "bottom"
  for (let level = 0; level < 90; level += 1) deep = { a: deep }
  const [bottom] = receiptRows(deep) ?? []
  expect(bottom?.name).toBe("a.a.a.a.a.a.a.a")
})
