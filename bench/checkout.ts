import { heading, line, step } from "../scripts/demo/progress"
import { openCheckoutShop } from "./checkout-shop"
import { type Cart, type Customer, newCustomer, OURS, type Provider, THEIRS } from "./customer"
import { isFarOff, judged, latency, type Measured, type Samples } from "./ratios"
import { keepResults } from "./results"
import { inTurn, nth, sum, timed } from "./turns"

/** How much is measured. */
type Size = {
  /** Carts of each provider that are paid before anything is measured. */
  warmUp: number
  /** Carts of each provider whose session is started, and how many of them are then completed. */
  started: number
  completed: number
  /** Carts of each provider whose session is started again, and how often. */
  repeated: number
  repeats: number
  /** Sessions that are started by several customers at once, the providers in turn. */
  starts: readonly Crowd[]
  /** Whole checkouts: the providers take turns, each with so many carts in a round. */
  crowds: readonly Crowd[]
  /** Whether there are samples enough for what one in a hundred customers meets. */
  hasTail: boolean
}
type Crowd = {
  customers: number
  rounds: number
  carts: number
  /** Whether Medusa captures what is paid by its own provider, too: ours is captured with its order. */
  captures?: true
}

const FULL: Size = {
  warmUp: 24,
  started: 300,
  completed: 60,
  repeated: 50,
  repeats: 3,
  starts: [{ customers: 16, rounds: 4, carts: 64 }],
  crowds: [
    { customers: 1, rounds: 4, carts: 6 },
    { customers: 4, rounds: 4, carts: 12 },
    { customers: 16, rounds: 2, carts: 32 },
    { customers: 64, rounds: 2, carts: 64 },
    { customers: 1, rounds: 4, carts: 6, captures: true },
    { customers: 16, rounds: 2, carts: 32, captures: true },
  ],
  hasTail: true,
}
/** A minute of measuring: what would slow every customer down is seen in it. */
const SHORT: Size = {
  warmUp: 12,
  started: 40,
  completed: 16,
  repeated: 10,
  repeats: 4,
  starts: [],
  crowds: [{ customers: 4, rounds: 2, carts: 8 }],
  hasTail: false,
}

const cartsFor = ({ warmUp, started, repeated, starts, crowds }: Size): number =>
  [...starts, ...crowds].reduce(
    (sum, { rounds, carts }) => sum + 2 * rounds * carts,
    2 * (warmUp + started + repeated)
  )

/** The customer, the carts that nobody has paid for yet, and how many of them are used. */
type Bench = { who: Customer; takeCarts: (count: number) => Cart[]; size: Size }

/**
 * Measures a checkout with our provider against one with Medusa's system provider, on one server
 * and in turn: whatever else the machine does meets both.
 */
export async function benchCheckout(): Promise<void> {
  const rows = (await measure(FULL)).map(({ row }) => row)
  console.table(rows)
  await keepResults("Checkout", NOTE, rows)
}

/**
 * The same in short, for every change of the code: one line of ratios.
 *
 * @throws Error where a figure is more than twice as far off as its goal
 */
export async function benchCheckoutShortly(): Promise<void> {
  const measured = await measure(SHORT)
  const inWords = ({ row }: Measured) => `${row["what"]} ${row["ratio"]} (${row["goal"]})`
  line(`To Medusa's own provider: ${measured.map(inWords).join("; ")}.`)
  const slow = measured.filter(isFarOff).map(inWords)
  if (slow.length > 0) throw new Error(`Far from its goal: ${slow.join("; ")}.`)
}

async function measure(size: Size): Promise<Measured[]> {
  const shop = await openCheckoutShop(cartsFor(size))
  try {
    const takeCarts = (count: number) => shop.carts.splice(0, count)
    const bench = { who: newCustomer(shop), takeCarts, size }
    heading("Measuring")
    await step("Warming up", () => warmUp(bench))
    const measured = [
      ...(await step("One customer at a time", () => measureSingle(bench))),
      ...(await step("The same session again", () => measureRepeated(bench))),
    ]
    for (const crowd of size.starts) {
      const name = `${crowd.customers} sessions at once`
      measured.push(...(await step(name, () => measureStarts(bench, crowd))))
    }
    for (const crowd of size.crowds) {
      const captured = crowd.captures ? ", captured" : ""
      measured.push(
        await step(`${crowd.customers} at once${captured}`, () => measureCrowd(bench, crowd))
      )
    }
    line()
    return measured
  } finally {
    await shop.close()
  }
}

const NOTE =
  "Our provider against Medusa's system provider on one server, in turn. To a session's start of " +
  "theirs a bare call of `/create_payment` is added, which ours cannot do without. In whole " +
  "checkouts both pay an invoice at the sandbox, with its webhook dropped. Our payments are captured with " +
  "their order, and theirs only authorized, but in the last lines, where Medusa's workflow captures them, too. " +
  "Started again, ours asks the service whether its invoice was paid; in the lines with a call a bare one of " +
  "`/status_payment` is added to theirs."

async function warmUp(bench: Bench): Promise<void> {
  for (const provider of [OURS, THEIRS] as const) {
    await checkOut(bench, provider, { customers: 4, carts: bench.size.warmUp })
  }
}

/** A session's start, and `cart.complete` when its invoice was paid and nobody has said so. */
async function measureSingle({ who, takeCarts, size }: Bench): Promise<Measured[]> {
  const carts = { [OURS]: takeCarts(size.started), [THEIRS]: takeCarts(size.started) }
  const invoices: number[] = []
  const started = await inTurn(size.started, async (provider, n) => {
    const { ms, invoice } = await startWithInvoice(who, nth(carts[provider], n), provider)
    if (invoice !== undefined) invoices[n] = invoice
    return ms
  })
  const completed = await inTurn(size.completed, async (provider, n) => {
    if (provider === OURS) await who.pay(nth(invoices, n))
    const [ms] = await timed(() => who.complete(nth(carts[provider], n)))
    return ms
  })
  return [
    latency("a session's start", size, started, { median: 1.25, p99: 1.5 }),
    latency("cart.complete", size, completed, { median: 1.4 }),
  ].flat()
}

/** To theirs the bare call is added that ours makes. */
async function startWithInvoice(who: Customer, cart: Cart, provider: Provider) {
  const [ms, invoice] = await timed(() => who.start(cart, provider))
  if (invoice !== undefined) return { ms, invoice }
  const [bareMs] = await timed(() => who.makeInvoice())
  return { ms: ms + bareMs, invoice }
}

async function measureStarts(
  { who, takeCarts, size }: Bench,
  { customers, rounds, carts: count }: Crowd
): Promise<Measured[]> {
  const samples: Samples = { [OURS]: [], [THEIRS]: [] }
  await inTurn(rounds, async (provider) => {
    const carts = takeCarts(count)
    const serve = async () => {
      for (let cart = carts.pop(); cart !== undefined; cart = carts.pop()) {
        samples[provider].push((await startWithInvoice(who, cart, provider)).ms)
      }
    }
    const [ms] = await timed(() => Promise.all(Array.from({ length: customers }, serve)))
    return ms
  })
  const what = `a session's start, ${customers} at once`
  return latency(what, size, samples, { median: 1.25, p99: 1.5 })
}

/** Beside it stands what is left where theirs asks the service, too, as ours has to before it replaces a session. */
async function measureRepeated({ who, takeCarts, size }: Bench): Promise<Measured[]> {
  const { repeated: count, repeats } = size
  const carts = { [OURS]: takeCarts(count), [THEIRS]: takeCarts(count) }
  const invoices: (number | undefined)[] = []
  for (const cart of carts[OURS]) invoices.push(await who.start(cart, OURS))
  for (const cart of carts[THEIRS]) await who.start(cart, THEIRS)
  const bare = await who.makeInvoice()
  const asking: number[] = []
  const repeated = await inTurn(count * repeats, async (provider, n) => {
    const [ms, invoice] = await timed(() => who.start(nth(carts[provider], n), provider))
    if (provider === OURS && invoice !== invoices[n % count]) {
      throw new Error("A session that was started again has another invoice.")
    }
    if (provider === THEIRS) asking.push(ms + (await timed(() => who.askStatus(bare)))[0])
    return ms
  })
  const what = "the same session again"
  return [
    ...latency(what, size, repeated, { median: 1.2 }),
    ...latency(`${what}, theirs with a call`, size, { ...repeated, [THEIRS]: asking }, {}),
  ]
}

async function measureCrowd(bench: Bench, { rounds, ...crowd }: Crowd): Promise<Measured> {
  const taken = await inTurn(rounds, (provider) => checkOut(bench, provider, crowd))
  const rateOf = (provider: Provider) => (1000 * rounds * crowd.carts) / sum(taken[provider])
  const rates = { ours: rateOf(OURS), theirs: rateOf(THEIRS) }
  const captured = crowd.captures ? ", theirs captured" : ""
  const what = `checkouts a second, ${crowd.customers} at once${captured}`
  return judged(what, { ...rates, digits: 1 }, { bound: "at least", ratio: 0.8 })
}

/** Whole checkouts by so many customers at once. @returns the milliseconds they took together. */
async function checkOut(
  { who, takeCarts }: Bench,
  provider: Provider,
  { customers, carts: count, captures }: Omit<Crowd, "rounds">
): Promise<number> {
  const carts = takeCarts(count)
  // The system provider makes no invoices: its customers pay one that is there.
  const invoices: number[] = []
  while (provider === THEIRS && invoices.length < count) invoices.push(await who.makeInvoice())
  const serve = async () => {
    for (let cart = carts.pop(); cart !== undefined; cart = carts.pop()) {
      const invoice = (await who.start(cart, provider)) ?? invoices.pop()
      if (invoice === undefined) throw new Error("A customer has no invoice to pay.")
      await who.pay(invoice)
      await who.complete(cart)
      if (captures && provider === THEIRS) await who.capture(cart)
    }
  }
  const [ms] = await timed(() => Promise.all(Array.from({ length: customers }, serve)))
  return ms
}
