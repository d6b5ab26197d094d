import { heading, line, step } from "../scripts/demo/progress"
import { openCheckoutShop } from "./checkout-shop"
import { type Cart, type Customer, newCustomer, OURS, type Provider, THEIRS } from "./customer"
import { isFarOff, judged, latency, type Measured, type Samples } from "./ratios"
import { keepResults } from "./results"

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
type Crowd = { customers: number; rounds: number; carts: number }

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
      measured.push(await step(`${crowd.customers} at once`, () => measureCrowd(bench, crowd)))
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
  "checkouts both pay an invoice at the sandbox, with its webhook dropped."

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

async function measureRepeated({ who, takeCarts, size }: Bench): Promise<Measured[]> {
  const { repeated: count, repeats } = size
  const carts = { [OURS]: takeCarts(count), [THEIRS]: takeCarts(count) }
  const invoices: (number | undefined)[] = []
  for (const cart of carts[OURS]) invoices.push(await who.start(cart, OURS))
  for (const cart of carts[THEIRS]) await who.start(cart, THEIRS)
  const repeated = await inTurn(count * repeats, async (provider, n) => {
    const [ms, invoice] = await timed(() => who.start(nth(carts[provider], n), provider))
    if (provider === OURS && invoice !== invoices[n % count]) {
      throw new Error("A session that was started again has another invoice.")
    }
    return ms
  })
  return latency("the same session again", size, repeated, { median: 1.2 })
}

async function measureCrowd(bench: Bench, { rounds, ...crowd }: Crowd): Promise<Measured> {
  const taken = await inTurn(rounds, (provider) => checkOut(bench, provider, crowd))
  const rateOf = (provider: Provider) => (1000 * rounds * crowd.carts) / sum(taken[provider])
  const rates = { ours: rateOf(OURS), theirs: rateOf(THEIRS) }
  const what = `checkouts a second, ${crowd.customers} at once`
  return judged(what, { ...rates, digits: 1 }, { bound: "at least", ratio: 0.8 })
}

/** Whole checkouts by so many customers at once. @returns the milliseconds they took together. */
async function checkOut(
  { who, takeCarts }: Bench,
  provider: Provider,
  { customers, carts: count }: { customers: number; carts: number }
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
    }
  }
  const [ms] = await timed(() => Promise.all(Array.from({ length: customers }, serve)))
  return ms
}

/** Takes samples of both providers; the one that comes second is the first of the next pair. */
async function inTurn(
  count: number,
  sample: (provider: Provider, n: number) => Promise<number>
): Promise<Samples> {
  const samples: Samples = { [OURS]: [], [THEIRS]: [] }
  for (let n = 0; n < count; n++) {
    const turn = n % 2 === 0 ? ([OURS, THEIRS] as const) : ([THEIRS, OURS] as const)
    for (const provider of turn) samples[provider].push(await sample(provider, n))
  }
  return samples
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Of a list that is gone through again and again. */
function nth<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error("There are too few carts.")
  return found
}
