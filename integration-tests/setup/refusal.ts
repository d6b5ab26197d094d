import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STORE_REFUSALS, storeRefusalSchema, type StoreRefusalCode } from "../../src/contract"
import { WORDS, type Language } from "../../src/api/store/language"
import { OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "./shop"
import type { Answer } from "./store-client"

/** Why a payment session was not started: what the storefront is told, and what the log has for the developer. */
export type Refusal = { status: number; code: string; log: string }

/**
 * Tries to start a payment session that must be refused, and holds the answer against what every
 * refusal is: a code, one sentence that was written for customers, and no key in it.
 */
export async function refusedSession(
  shop: Shop,
  collectionId: string,
  { provider = PROVIDER_ID, data = {} }: { provider?: string; data?: Record<string, unknown> } = {}
): Promise<Refusal> {
  const path = `/store/payment-collections/${collectionId}/payment-sessions`
  const log = listen(shop)
  const { status, body } = await shop.store.post(path, { provider_id: provider, data })
  if (status < 400) throw new Error(`The session was started: ${JSON.stringify(body)}`)
  const { code, message } = storeRefusalSchema.parse(body)
  const sentences = Object.values(WORDS.en).map((text) =>
    text.replace("{most}", MOST.toLocaleString("en"))
  )
  expect(sentences).toContain(message)
  const text = log()
  expect(JSON.stringify(body) + text).not.toMatch(/key-[\w-]*\d|sandbox-key|Bearer/)
  expect(await sessionsOf(shop, collectionId)).toEqual([])
  return { status, code, log: text }
}

/** Listens to what Medusa logs of a refusal; the answer ends it. */
function listen(shop: Shop): () => string {
  const logger = shop.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const spies = (["info", "error"] as const).map((level) => jest.spyOn(logger, level))
  return () => {
    const said = spies.flatMap(({ mock }) => mock.calls.map(([first]: unknown[]) => textOf(first)))
    for (const spy of spies) spy.mockRestore()
    return said.join("\n")
  }
}

/** Also of an error that came through a workflow, which is no `Error` any more. */
function textOf(said: unknown): string {
  const isError = typeof said === "object" && said !== null && "message" in said
  return String(isError ? said.message : said)
}

/** A log that has this sentence; for `toEqual`. */
export function logged(sentence: string): string {
  return expect.stringContaining(sentence) as string
}

/** The providers of the sessions a collection has. */
export async function sessionsOf(shop: Shop, collectionId: string): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT provider_id FROM payment_session WHERE payment_collection_id = ? AND deleted_at IS NULL",
    [collectionId]
  )
  return rows.map((row) => row["provider_id"])
}

/** Whatever is wrong with our provider, the shop goes on selling with another one. */
export async function expectOtherProviderSells(shop: Shop): Promise<void> {
  const cart = await shop.readyCart()
  await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
  const completed = await shop.store.post(`/store/carts/${cart.id}/complete`)
  expect(completed).toMatchObject({
    status: 200,
    body: { type: "order", order: { total: cart.total } },
  })
}

/** What a shop takes in five parts, in UZS. */
const MOST = 50_000_000

/** The languages that customers are spoken to in. */
export const LANGUAGES = ["uz", "ru", "en"] as const

/** Holds an answer against the refusal it must be, in a language. */
export function expectRefused(
  answer: Answer | undefined,
  about: { code: StoreRefusalCode; words: keyof typeof WORDS.en; language: Language }
): void {
  const [expected, type] = STORE_REFUSALS[about.code]
  const most = MOST.toLocaleString(about.language === "en" ? "en" : "ru")
  const message = WORDS[about.language][about.words].replace("{most}", most)
  expect(answer).toMatchObject({ status: expected, body: { type, code: about.code, message } })
}
