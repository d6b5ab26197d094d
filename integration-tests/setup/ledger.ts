import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { parseInvoiceNumber, parseUzs, type InvoiceNumber, type Uzs } from "../../src/client"
import {
  CHECKOUT_UZ_MODULE,
  misfitOf,
  roomOf,
  type CheckoutUzModuleService,
  type Claim,
  type Intent,
  type Invoice,
  type SpendOutcome,
} from "../../src/modules/checkout-uz"
import { Spending } from "../../src/modules/checkout-uz/invoices/spending"
import { PROVIDER_ID, type Shop } from "./shop"

/** The ledger of the running shop, as a test asks it without Medusa in between. */
export function ledgerOf(shop: Shop): CheckoutUzModuleService {
  return shop.container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
}

/** The amount of every invoice here that does not say otherwise. */
export const AMOUNT = uzs("45000")
/** Whom the money of a test's invoices is for, and where it is asked for, unless it says otherwise. */
export const OWNER = "cart_of_the_races"
export const COLLECTION = "pay_col_of_the_races"
/** The session every recorded invoice is handed to first. */
export const FIRST_SESSION = "payses_of_the_intent"

export function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

/** Names of payment sessions, for a number of competitors. */
export function sessions(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `payses_${String(index).padStart(2, "0")}`)
}

export function intentOf(ledger: CheckoutUzModuleService, changes: Partial<Intent> = {}): Intent {
  return {
    serviceUrl: ledger.options.baseUrl,
    cashDesk: "main",
    paymentCollectionId: COLLECTION,
    currencyCode: "uzs",
    sessionAmount: AMOUNT,
    invoiceAmount: changes.sessionAmount ?? AMOUNT,
    returnAddress: "",
    part: undefined,
    ...changes,
  }
}

type Changes = Partial<Intent> & { ownerId?: string }

/** An invoice made at the sandbox and recorded, for {@link FIRST_SESSION}. */
export async function newInvoice(shop: Shop, changes: Changes = {}): Promise<Invoice> {
  const ledger = ledgerOf(shop)
  const { client } = await ledger.connectionOf("main")
  const created = await client.createPayment({ amount: intentOf(ledger, changes).invoiceAmount })
  return recordInvoice(shop, created, changes)
}

/** Records an invoice, which the service need not know. */
async function recordInvoice(
  shop: Shop,
  created: { number: InvoiceNumber; uuid: string; lifetimeSeconds: number },
  { ownerId = OWNER, ...changes }: Changes = {}
): Promise<Invoice> {
  const ledger = ledgerOf(shop)
  const recorded = await ledger.invoices.record({
    connection: await ledger.connectionOf("main"),
    intent: intentOf(ledger, changes),
    providerId: PROVIDER_ID,
    ownerId,
    sessionId: FIRST_SESSION,
    webhookToken: ledger.invoices.newWebhookToken(),
    created,
    addresses: {
      paymentUrl: "http://127.0.0.1/pay/somewhere",
      payVia: {},
      customPaymentPages: [],
    },
  })
  if (!recorded) throw new Error(`Invoice ${created.number} is recorded already.`)
  return recorded
}

/** Records invoices the service knows nothing of; their numbers begin far from the sandbox's. */
export async function recordMany(shop: Shop, count: number): Promise<Invoice[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      recordInvoice(shop, {
        number: invoiceNumber(900_000 + index),
        uuid: `uuid-${index}`,
        lifetimeSeconds: 3_600,
      })
    )
  )
}

export function invoiceNumber(value: number): InvoiceNumber {
  const number = parseInvoiceNumber(value)
  if (number === undefined) throw new Error(`${value} is no invoice number`)
  return number
}

/** An invoice the sandbox was paid for, and the ledger has verified. */
export async function paidInvoice(shop: Shop, changes: Changes = {}): Promise<Invoice> {
  const { id, number } = await newInvoice(shop, changes)
  await shop.sandbox.pay(number, "drop")
  const { invoice } = await ledgerOf(shop).requests.verify(id, { wait: true })
  expect(invoice.state).toBe("paid")
  return invoice
}

/** Races need connections that are open already, or the first one wins before the others are made. */
export async function openConnections(ledger: CheckoutUzModuleService): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ledger.invoices.find("cuinv_none")))
  }
}

/** What Medusa's books say of an owner that asks for an amount in UZS and has nothing booked. */
export function claimOver(asked: string, changes: Partial<Claim> = {}): Claim {
  return {
    asked,
    open: asked,
    paid: "0",
    promised: "0",
    exact: true,
    inUzs: true,
    canceled: false,
    bookedSessions: new Map(),
    abandonedSessions: new Set(),
    ...changes,
  }
}

/** What a session asks of the ledger, as far as a test says otherwise. */
export type Asked = Partial<{
  claim: Claim
  serviceUrl: string
  cashDesk: string
  currencyCode: string
  sessionAmount: Uzs
  paymentCollectionId: string
  ownerId: string
  collectionIds: readonly string[]
  /** In place of the owner's version as it is now. */
  version: number
}>

/** Asks the ledger once to spend money on a session, as the provider does after it has read Medusa. */
export async function spendOnce(
  shop: Shop,
  sessionId: string,
  asked: Asked = {},
  spending: Pick<CheckoutUzModuleService["spending"], "owner" | "spend"> = ledgerOf(shop).spending
): Promise<SpendOutcome> {
  const { claim = claimOver(AMOUNT), ownerId = OWNER, sessionAmount = AMOUNT } = asked
  const version = asked.version ?? (await spending.owner(ownerId)).version
  return spending.spend({
    sessionId,
    serviceUrl: asked.serviceUrl ?? ledgerOf(shop).options.baseUrl,
    cashDesk: asked.cashDesk ?? "main",
    currencyCode: asked.currencyCode ?? "uzs",
    amount: sessionAmount,
    paymentCollectionId: asked.paymentCollectionId ?? COLLECTION,
    owner: { id: ownerId, version, collectionIds: asked.collectionIds ?? [] },
    misfit: (invoices, candidates) =>
      misfitOf(claim, roomOf(claim, invoices, candidates), sessionAmount),
    abandonedSessions: claim.abandonedSessions,
  })
}

/** The same until nobody comes in between, as the provider goes on. */
export async function spend(
  shop: Shop,
  sessionId: string,
  asked: Asked = {},
  spending: Pick<CheckoutUzModuleService["spending"], "owner" | "spend"> = ledgerOf(shop).spending
): Promise<Exclude<SpendOutcome, { kind: "stale" }>> {
  for (;;) {
    const outcome = await spendOnce(shop, sessionId, asked, spending)
    if (outcome.kind !== "stale") return outcome
  }
}

/**
 * A pool of its own on the shop's database, as another server of the store has one. A connection that
 * is not free within five seconds is an error.
 */
export async function withPool<T>(
  shop: Shop,
  size: number,
  job: (pool: Knex) => Promise<T>
): Promise<T> {
  const pool = knex({
    client: "pg",
    connection: (await connectionOf(shop)) as Knex.PgConnectionConfig,
    pool: { min: 0, max: size },
    acquireConnectionTimeout: 5_000,
  })
  try {
    return await job(pool)
  } finally {
    await pool.destroy()
  }
}

/** What another server with a pool of its own spends with. */
export function spendingOn(pool: Knex) {
  return new Spending({ sql: pool, warn: () => undefined })
}

const settingsSchema = z.object({ DB_USERNAME: z.string(), DB_PASSWORD: z.string() })

async function connectionOf(shop: Shop) {
  const [row] = await shop.sql("SELECT current_database() AS database")
  const { DB_USERNAME: user, DB_PASSWORD: password } = settingsSchema.parse(process.env)
  const { DB_HOST: host, DB_PORT: port } = process.env
  return { host, port: Number(port), user, password, database: row?.["database"] }
}

/** The knex of the running shop, for a function of the ledger that wants one. */
export function knexOf(shop: Shop): Knex {
  return shop.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
}

/** Another server of the same store: a ledger of its own, with a memory of its own. */
export function anotherServer(shop: Shop): CheckoutUzModuleService {
  const { constructor } = ledgerOf(shop)
  const options: unknown = JSON.parse(process.env.TEST_PLUGIN_OPTIONS ?? "{}")
  const dependencies = {
    __pg_connection__: knexOf(shop),
    configModule: shop.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE),
    logger: shop.container.resolve(ContainerRegistrationKeys.LOGGER),
  }
  return Reflect.construct(constructor, [dependencies, options]) as CheckoutUzModuleService
}
