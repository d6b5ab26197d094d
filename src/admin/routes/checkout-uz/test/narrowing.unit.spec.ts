import { meanwhile } from "../invoices/meanwhile"
import { filtersOf, isNarrowed, orderOf, readNarrowing, sortingOf } from "../invoices/narrowing"

const read = (query: string) => readNarrowing(new URLSearchParams(query))

describe("the address of the list of invoices", () => {
  it("is read into what the routes are asked with", () => {
    const narrowing = read(
      "q= 1042 &standing=refunded,paid&payment_system=click&cash_desk=main&from=2026-11-01&to=2026-11-28&paid_from=2026-11-02&paid_to=2026-11-30&order=-amount&offset=40"
    )
    expect(filtersOf(narrowing)).toEqual({
      q: "1042",
      standing: "paid,refunded",
      payment_system: "click",
      cash_desk: "main",
      from: "2026-11-01",
      to: "2026-11-28",
      paid_from: "2026-11-02",
      paid_to: "2026-11-30",
      order: "-amount",
    })
    expect(narrowing.offset).toBe(40)
  })

  it("never leads to a question the routes refuse", () => {
    const narrowing = read("standing=held,expired&from=2026-02-31&to=soon&order=price&offset=-7")
    expect(narrowing).toMatchObject({
      standing: ["expired"],
      from: undefined,
      to: undefined,
      order: "-created_at",
      offset: 0,
    })
    expect(read("offset=7.5").offset).toBe(0)
    expect(read("offset=33").offset).toBe(20)
    expect(read(`q=${"x".repeat(300)}`).q).toHaveLength(200)
    expect(read(`q=${"😀".repeat(300)}`).q).toBe("😀".repeat(200))
  })

  it("says whether an empty list is due to it", () => {
    expect(isNarrowed(read("order=amount&offset=20"))).toBe(false)
    expect(isNarrowed(read("q=%20"))).toBe(false)
    expect(isNarrowed(read("standing=paid"))).toBe(true)
    expect(isNarrowed(read("to=2026-11-28"))).toBe(true)
    expect(isNarrowed(read("paid_from=2026-11-28"))).toBe(true)
  })

  it("keeps the order, and says nothing of the usual one", () => {
    expect(sortingOf("-paid_at")).toEqual({ id: "paid_at", desc: true })
    expect(orderOf(sortingOf("number"))).toBe("number")
    expect(orderOf(sortingOf("-created_at"))).toBeUndefined()
    expect(orderOf(undefined)).toBeUndefined()
  })
})

describe("the list while the next answer is on its way", () => {
  const before = {
    invoices: [],
    count: 7,
    more: true,
    limit: 20,
    offset: 0,
    cash_desks: ["main", "branch"],
    payment_systems: ["click"],
  }

  it("is the one before for the same cash desk", () => {
    expect(meanwhile(before, true)).toBe(before)
    expect(meanwhile(undefined, false)).toBeUndefined()
  })

  it("has nothing of another cash desk but what can be chosen from", () => {
    expect(meanwhile(before, false)).toEqual({
      ...before,
      invoices: [],
      count: 0,
      more: false,
    })
  })
})
