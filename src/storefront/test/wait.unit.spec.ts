import { waitForPayment, type Payment, type Store, type WaitOptions } from ".."
import { answeringStore, inParts, paymentThatIs, refusal } from "./answering-store"

const SECOND = 1000

/** A tab that can be hidden and shown. */
function openTab() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" })
  const listen = page.addEventListener.bind(page)
  Object.assign(globalThis, {
    document: page,
    addEventListener: listen,
    removeEventListener: page.removeEventListener.bind(page),
  })
  const turn = (state: "visible" | "hidden") => {
    page.visibilityState = state
    page.dispatchEvent(new Event("visibilitychange"))
  }
  return {
    hide: () => {
      turn("hidden")
    },
    show: () => {
      turn("visible")
    },
    goOnline: () => page.dispatchEvent(new Event("online")),
  }
}

function closeTab(): void {
  for (const name of ["document", "addEventListener", "removeEventListener"]) {
    Reflect.deleteProperty(globalThis, name)
  }
}

/** Waiting, with what came of it so far. */
function waitWith(store: Store, options: Omit<WaitOptions, "signal" | "onChange"> = {}) {
  const stop = new AbortController()
  const statuses: string[] = []
  const result: { payment?: Payment; error?: unknown } = {}
  const ended = waitForPayment(store, "payses_1", {
    ...options,
    signal: stop.signal,
    onChange: ({ status }) => statuses.push(status),
  }).then(
    (payment) => (result.payment = payment),
    (error: unknown) => (result.error = error)
  )
  return { stop, statuses, result, ended }
}

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * SECOND)

describe("waiting for a payment", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    closeTab()
    jest.useRealTimers()
  })

  it("ends with the order, and has told of each status on the way once", async () => {
    const { store } = answeringStore(
      paymentThatIs("pending"),
      paymentThatIs("pending"),
      paymentThatIs("paid"),
      paymentThatIs("order_placed", { order_id: "order_1" })
    )
    const { statuses, result } = waitWith(store)
    await pass(10)
    expect(statuses).toEqual(["pending", "paid", "order_placed"])
    expect(result.payment?.order_id).toBe("order_1")
  })

  it.each(["expired", "held", "canceled"])("ends with %s", async (status) => {
    const { store, seen } = answeringStore(paymentThatIs(status))
    const { result } = waitWith(store)
    await pass(60)
    expect(result.payment?.status).toBe(status)
    expect(seen).toHaveLength(1)
  })

  it("goes on where the order stands and is not paid yet", async () => {
    const { store, seen } = answeringStore(paymentThatIs("awaiting_payment"))
    waitWith(store)
    await pass(10)
    expect(seen.length).toBeGreaterThan(3)
  })

  it("ends with a part that has come, and with the page of the next", async () => {
    const { store, seen } = answeringStore(
      paymentThatIs("pending", inParts(0)),
      paymentThatIs("pending", inParts(1))
    )
    const { statuses, result } = waitWith(store)
    await pass(60)
    expect(statuses).toEqual(["pending", "part_paid"])
    expect(result.payment).toMatchObject({
      status: "part_paid",
      payment_url: "https://checkout.uz/pay/2",
      parts: { of: 3, paid: 1, amount: 4_000_000 },
    })
    expect(seen).toHaveLength(2)
  })

  it("waits on for the next where a part is known to have come", async () => {
    const second = paymentThatIs("awaiting_payment", inParts(1))
    const { store } = answeringStore(
      { ...second, payment_url: null },
      second,
      paymentThatIs("awaiting_payment", inParts(2)),
      paymentThatIs("order_placed", inParts(3))
    )
    const { statuses, result } = waitWith(store, { partsPaid: 1 })
    await pass(2.4)
    // The page of the next part may come a moment after the part before.
    expect(statuses).toEqual(["part_paid"])
    await pass(2.4)
    expect(statuses).toEqual(["part_paid", "part_paid"])
    await pass(10)
    expect(result.payment).toMatchObject({ status: "part_paid", parts: { paid: 2 } })
  })

  it("ends with the order after the last part, and with a part that ran out", async () => {
    const placed = answeringStore(paymentThatIs("order_placed", inParts(3)))
    const over = answeringStore(paymentThatIs("expired", inParts(2)))
    const results = [placed, over].map(({ store }) => waitWith(store, { partsPaid: 2 }).result)
    await pass(1)
    expect(results).toMatchObject([
      { payment: { status: "order_placed" } },
      { payment: { status: "expired", parts: { paid: 2 } } },
    ])
  })

  it("slows down, and has one request under way at a time", async () => {
    const { store, seen, mostUnderWay } = answeringStore(paymentThatIs("pending"))
    waitWith(store)
    await pass(60)
    const inTheFirstMinute = seen.length
    await pass(10 * 60)
    const before = seen.length
    await pass(60)
    expect(inTheFirstMinute).toBeLessThanOrEqual(25)
    expect(seen.length - before).toBeLessThanOrEqual(4)
    expect(mostUnderWay()).toBe(1)
  })

  it("asks nothing while the tab is hidden, and at once when it is shown", async () => {
    const tab = openTab()
    const { store, seen } = answeringStore(paymentThatIs("pending"))
    waitWith(store)
    await pass(3)
    tab.hide()
    const before = seen.length
    await pass(600)
    expect(seen).toHaveLength(before)
    tab.show()
    await pass(0)
    expect(seen).toHaveLength(before + 1)
    // And at the quick pace again.
    await pass(6)
    expect(seen).toHaveLength(before + 3)
  })

  it.each([
    ["no network", 0, "network_error"],
    ["408", 408, "unavailable"],
    ["429", 429, "too_many_requests"],
    ["502", 502, "unavailable"],
  ])("sits out %s", async (_, status, code) => {
    const trouble = refusal(status, code)
    const { store } = answeringStore(trouble, trouble, paymentThatIs("order_placed"))
    const { result } = waitWith(store)
    await pass(30)
    expect(result.payment?.status).toBe("order_placed")
  })

  it("waits as long as the server asks to, whatever the tab does meanwhile", async () => {
    const tab = openTab()
    const { store, seen } = answeringStore(
      refusal(429, "too_many_requests", 20),
      paymentThatIs("paid")
    )
    waitWith(store)
    await pass(10)
    tab.hide()
    tab.show()
    await pass(9)
    expect(seen).toHaveLength(1)
    await pass(1.1)
    expect(seen).toHaveLength(2)
  })

  it("asks at once when the network is back", async () => {
    const tab = openTab()
    const lost = refusal(0, "network_error")
    const { store, seen } = answeringStore(lost, lost, lost, lost, paymentThatIs("order_placed"))
    const { result } = waitWith(store)
    await pass(15)
    expect(seen).toHaveLength(4)
    tab.goOnline()
    await pass(0)
    expect(result.payment?.status).toBe("order_placed")
  })

  it("ends at once where asking again is of no use", async () => {
    const { store, seen } = answeringStore(refusal(404, "unknown_session"))
    const { result } = waitWith(store)
    await pass(60)
    expect(result.error).toMatchObject({ code: "unknown_session" })
    expect(seen).toHaveLength(1)
  })

  it("gives up when the time is over, with what was seen last", async () => {
    const { store, seen } = answeringStore(paymentThatIs("pending"))
    const { result } = waitWith(store)
    await pass(70 * 60)
    expect(result.payment?.status).toBe("pending")
    const asked = seen.length
    await pass(600)
    expect(seen).toHaveLength(asked)
  })

  it("gives up with the reason where nobody ever answered", async () => {
    const { store } = answeringStore(refusal(0, "network_error"))
    const { result } = waitWith(store, { giveUpAfterSeconds: 120 })
    await pass(180)
    expect(result.error).toMatchObject({ code: "network_error" })
  })

  it("can be stopped", async () => {
    const { store, seen } = answeringStore(paymentThatIs("pending"))
    const { stop, result, ended } = waitWith(store)
    await pass(3)
    stop.abort()
    await ended
    const asked = seen.length
    await pass(60)
    expect(result.error).toHaveProperty("name", "AbortError")
    expect(seen).toHaveLength(asked)
  })
})
