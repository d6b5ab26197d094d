import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "zod"
import { orderReceiptQuerySchema } from "../../contract"
import { workflowScope } from "../../workflows/scope"
import { en, type Words } from "./translations/en"
import { ru } from "./translations/ru"
import { uz } from "./translations/uz"

export type Language = "en" | "ru" | "uz"

export const WORDS: Readonly<Record<Language, Words>> = { en, ru, uz }

const isLanguage = (text: string): text is Language => Object.hasOwn(WORDS, text)

/** The first language of ours among BCP 47 tags, the most wanted first; undefined where there is none. */
export function languageAmong(tags: readonly (string | null | undefined)[]): Language | undefined {
  return tags.map((tag) => tag?.split(/[-_]/)[0]?.toLowerCase() ?? "").find(isLanguage)
}

/**
 * The language of a request's customer: as its `Accept-Language` has it, else the locale of the cart
 * that it is about, else English.
 *
 * @param cartIdOf finds that cart; asked only where the header names none of our languages
 */
export async function languageOf(
  req: MedusaRequest,
  cartIdOf: () => Promise<string | undefined> = () => Promise.resolve(undefined)
): Promise<Language> {
  const asked = languageAmong(req.acceptsLanguages())
  if (asked) return asked
  const cartId = await cartIdOf()
  if (cartId === undefined) return "en"
  const { data } = await workflowScope(req.scope).query.graph({
    entity: "cart",
    fields: ["locale"],
    filters: { id: cartId },
  })
  return languageAmong(cartsSchema.parse(data).map(({ locale }) => locale)) ?? "en"
}

const cartsSchema = z.array(z.object({ locale: z.string().nullish() }))

/** The cart that a payment session's invoice was made for. */
export async function cartOfSession(req: MedusaRequest): Promise<string | undefined> {
  const invoice = await workflowScope(req.scope).ledger.invoices.ofSession(req.params["id"] ?? "")
  return invoice?.cartId
}

/** The cart of the payment session by which a guest proves that an order is theirs. */
export async function cartOfNamedSession(req: MedusaRequest): Promise<string | undefined> {
  const named = orderReceiptQuerySchema.safeParse(req.query).data?.payment_session_id
  if (named === undefined) return undefined
  return (await workflowScope(req.scope).ledger.invoices.ofSession(named))?.cartId
}
