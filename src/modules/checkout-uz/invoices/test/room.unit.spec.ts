import { uzs } from "../../../../client/test/samples"
import { sampleBlocker } from "../../test/samples"
import type { Invoice } from "../invoice"
import { isFull, roomOf } from "../room"
import { order, spent } from "./claims"

describe("what can still be paid for an owner", () => {
  it("is what it asks for, where nothing was paid or promised", () => {
    expect(roomOf(order(), [])).toEqual({
      asked: "65000",
      open: "65000",
      paidElsewhere: "0",
      promised: "0",
    })
  })

  it("is less by what was spent on it and Medusa has not booked yet", () => {
    expect(roomOf(order(), [spent(1)])).toMatchObject({ open: "20000", paidElsewhere: "45000" })
  })

  it("is less by what is settled in the ledger and missing in what was read of Medusa", () => {
    const settled = spent(1, { state: "settled" })
    expect(roomOf(order(), [settled])).toMatchObject({ open: "20000", paidElsewhere: "45000" })
  })

  it("counts once what Medusa has booked, and neither twice nor never", () => {
    const claim = order({
      open: "20000",
      paid: "45000",
      bookedSessions: new Map([["payses_1", "45000"]]),
    })
    expect(roomOf(claim, [spent(1)])).toMatchObject({ open: "20000", paidElsewhere: "45000" })
    expect(roomOf(claim, [spent(1), spent(2, { sessionAmount: uzs("20000") })])).toMatchObject({
      open: "0",
      paidElsewhere: "65000",
    })
  })

  it("does not count what a session spent that Medusa no longer has", () => {
    const claim = order({ abandonedSessions: new Set(["payses_1"]) })
    expect(roomOf(claim, [spent(1)])).toMatchObject({ open: "65000", paidElsewhere: "0" })
  })

  it("does not count the money in question: it is not in its own way", () => {
    const self = spent(1)
    const other = spent(2, { sessionAmount: uzs("20000") })
    expect(roomOf(order(), [self, other], [self])).toMatchObject({
      open: "45000",
      paidElsewhere: "20000",
    })
  })

  it("does not count the money in question where Medusa has booked it already", () => {
    const self = spent(1)
    const booked = { bookedSessions: new Map([["payses_1", "45000"]]) }
    const claim = order({ open: "20000", paid: "45000", ...booked })
    expect(roomOf(claim, [self], [self])).toMatchObject({ open: "65000", paidElsewhere: "0" })
    // A part of it was refunded: that part is not booked any more.
    const refunded = order({
      open: "30000",
      paid: "35000",
      bookedSessions: new Map([["payses_1", "35000"]]),
    })
    expect(roomOf(refunded, [self], [self])).toMatchObject({ open: "65000", paidElsewhere: "0" })
  })

  it("is less by what another way to pay has promised, which is told apart from money", () => {
    const claim = order({ promised: "30000" })
    expect(roomOf(claim, [])).toMatchObject({
      open: "35000",
      paidElsewhere: "0",
      promised: "30000",
    })
  })

  it.each<[string, Partial<Invoice>]>([
    ["pending", { state: "pending", spentBySession: undefined }],
    ["expired", { state: "expired", spentBySession: undefined }],
    ["paid and not spent", { state: "paid", spentBySession: undefined }],
    ["given back", { state: "returned" }],
    ["paid with another amount", { blocker: sampleBlocker("amount_mismatch") }],
  ])("is not less by an invoice that is %s", (_, changes) => {
    expect(roomOf(order(), [spent(1, changes)])).toMatchObject({
      open: "65000",
      paidElsewhere: "0",
    })
  })

  it.each([
    "not_completable",
    "cart_changed",
    "provider_off",
    "nothing_owed",
    "owner_gone",
  ] as const)("is less by spent money whatever else is in its way, such as %s", (reason) => {
    const blocked = spent(1, { blocker: sampleBlocker(reason) })
    expect(roomOf(order(), [blocked])).toMatchObject({ open: "20000" })
  })

  it("is below zero where too much was paid", () => {
    expect(roomOf(order({ open: "-5000", paid: "70000" }), [spent(1)]).open).toBe("-50000")
  })

  it("is exact, however many digits Medusa's amounts have", () => {
    const claim = order({ open: "0.3" })
    const tenth = { sessionAmount: uzs("0.1") }
    expect(roomOf(claim, [spent(1, tenth), spent(2, tenth), spent(3, tenth)]).open).toBe("0")
  })

  it("is nothing where less than a som is left", () => {
    const left = (open: string) => isFull(roomOf(order({ open }), []))
    expect([left("1"), left("0.99"), left("0"), left("-1")]).toEqual([false, true, true, true])
  })
})
