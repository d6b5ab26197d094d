import { heading, line, step } from "../scripts/demo/progress"
import { openCheckoutShop } from "./checkout-shop"
import { type Cart, type Customer, newCustomer, OURS, type Provider, THEIRS } from "./customer"
import { keepResults, type Row } from "./results"

/** Carts of each provider that are paid before anything is measured. */
const WARM_UP = 24
/** Carts of each provider whose session is started, and how many of them are then completed. */
const STARTED = 300
const COMPLETED = 60
/** Carts of each provider whose session is started again, and how often. */
const REPEATED = 50
const REPEATS = 3
/** Whole checkouts: the providers take turns, each with so many carts in a round. */
const CROWDS = [
  { customers: 1, rounds: 4, carts: 6, goal: 0.8 },
  { customers: 4, rounds: 4, carts: 12, goal: 0.8 },
  { customers: 16, rounds: 2, carts: 32, goal: 0.8 },
]
type Crowd = (typeof CROWDS)[number]

const CARTS = CROWDS.reduce(
  (sum, { rounds, carts }) => sum + 2 * rounds * carts,
  2 * (WARM_UP + STARTED + REPEATED)
)

/** Milliseconds of every sample. */
type Samples = Record<Provider, number[]>

/** The customer, and the carts that nobody has paid for yet. */
type Bench = { who: Customer; takeCarts: (count: number) => Cart[] }

/**
 * Measures a checkout with our provider against one with Medusa's system provider, on one server
 * and in turn: whatever else the machine does meets both.
 */
export async function benchCheckout(): Promise<void> {
  const shop = await openCheckoutShop(CARTS)
  try {
    const takeCarts = (count: number) => shop.carts.splice(0, count)
    const bench = { who: newCustomer(shop), takeCarts }
    heading("Measuring")
    await step("Warming up", () => warmUp(bench))
    const rows = [
      ...(await step("One customer at a time", () => measureSingle(bench))),
      ...(await step("The same session again", () => measureRepeated(bench))),
    ]
    for (const crowd of CROWDS) {
      rows.push(await step(`${crowd.customers} at once`, () => measureCrowd(bench, crowd)))
    }
    line()
    console.table(rows)
    await keepResults("Checkout", NOTE, rows)
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
    await checkOut(bench, provider, { customers: 4, carts: WARM_UP })
  }
}

/** A session's start, and `cart.complete` when its invoice was paid and nobody has said so. */
async function measureSingle({ who, takeCarts }: Bench): Promise<Row[]> {
  const carts = { [OURS]: takeCarts(STARTED), [THEIRS]: takeCarts(STARTED) }
  const invoices: number[] = []
  const started = await inTurn(STARTED, async (provider, n) => {
    const cart = nth(carts[provider], n)
    const [ms, invoice] = await timed(() => who.start(cart, provider))
    if (invoice !== undefined) {
      invoices[n] = invoice
      return ms
    }
    const [bareMs] = await timed(() => who.makeInvoice())
    return ms + bareMs
  })
  const completed = await inTurn(COMPLETED, async (provider, n) => {
    if (provider === OURS) await who.pay(nth(invoices, n))
    const [ms] = await timed(() => who.complete(nth(carts[provider], n)))
    return ms
  })
  return [
    latencyRow("a session's start, median", 0.5, started, 1.25),
    latencyRow("a session's start, p99", 0.99, started, 1.5),
    latencyRow("cart.complete, median", 0.5, completed, 1.4),
    latencyRow("cart.complete, p99", 0.99, completed),
  ]
}

async function measureRepeated({ who, takeCarts }: Bench): Promise<Row[]> {
  const carts = { [OURS]: takeCarts(REPEATED), [THEIRS]: takeCarts(REPEATED) }
  const invoices: (number | undefined)[] = []
  for (const cart of carts[OURS]) invoices.push(await who.start(cart, OURS))
  for (const cart of carts[THEIRS]) await who.start(cart, THEIRS)
  const repeated = await inTurn(REPEATED * REPEATS, async (provider, n) => {
    const [ms, invoice] = await timed(() => who.start(nth(carts[provider], n), provider))
    if (provider === OURS && invoice !== invoices[n % REPEATED]) {
      throw new Error("A session that was started again has another invoice.")
    }
    return ms
  })
  return [
    latencyRow("the same session again, median", 0.5, repeated, 1.2),
    latencyRow("the same session again, p99", 0.99, repeated),
  ]
}

async function measureCrowd(bench: Bench, { rounds, goal, ...crowd }: Crowd): Promise<Row> {
  const taken = await inTurn(rounds, (provider) => checkOut(bench, provider, crowd))
  const rateOf = (provider: Provider) => (1000 * rounds * crowd.carts) / sum(taken[provider])
  const rates = { ours: rateOf(OURS), theirs: rateOf(THEIRS) }
  const what = `checkouts a second, ${crowd.customers} at once`
  return row(what, { ...rates, digits: 1 }, `at least ${goal}`)
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

function latencyRow(what: string, share: number, samples: Samples, goal?: number): Row {
  const figures = { ours: quantile(samples[OURS], share), theirs: quantile(samples[THEIRS], share) }
  return row(`${what} (ms)`, { ...figures, digits: 0 }, goal === undefined ? "" : `at most ${goal}`)
}

function row(
  what: string,
  { ours, theirs, digits }: { ours: number; theirs: number; digits: number },
  goal: string
): Row {
  const ratio = (ours / theirs).toFixed(2)
  return { what, ours: ours.toFixed(digits), theirs: theirs.toFixed(digits), ratio, goal }
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
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
