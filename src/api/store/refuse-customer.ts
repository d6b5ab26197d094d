import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import type { StoreRefusalCode } from "../../contract"
import { refuse } from "../http-errors"
import { describeProblems } from "../read"
import { languageOf, WORDS, type Language } from "./language"
import type { Words } from "./translations/en"

/** What a refusal says beside its code. */
export type About = {
  /** Another sentence than the code's own. */
  words?: keyof Words
  /** What stands for `{…}` in the sentence: amounts in UZS. */
  amounts?: Readonly<Record<string, number>>
  /** Further fields of the body. */
  fields?: Readonly<Record<string, unknown>>
  /** Finds the cart whose locale counts where the request names no language. */
  cartIdOf?: () => Promise<string | undefined>
}

/** Answers a shop's customer, in their language, why something cannot be done. */
export async function refuseCustomer(
  req: MedusaRequest,
  res: MedusaResponse,
  code: StoreRefusalCode,
  { words = code, amounts = {}, fields, cartIdOf }: About = {}
): Promise<void> {
  const language = await languageOf(req, cartIdOf)
  res.setHeader("Cache-Control", "no-store")
  res.setHeader("Content-Language", language)
  const message = fillIn(WORDS[language][words], amounts, language)
  refuse(res, { code, message }, fields)
}

function fillIn(
  text: string,
  amounts: Readonly<Record<string, number>>,
  language: Language
): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const amount = amounts[name]
    return amount === undefined ? whole : amount.toLocaleString(language === "en" ? "en" : "ru")
  })
}

/**
 * Reads a query or a body of a store route.
 *
 * @param codes what to refuse with where one of these fields is wrong; else it is `invalid_request`
 * @returns undefined where it was refused
 */
export async function readOrRefuse<T extends z.ZodType>(
  req: MedusaRequest,
  res: MedusaResponse,
  {
    schema,
    input,
    codes = {},
    ...about
  }: {
    schema: T
    input: unknown
    codes?: Readonly<Record<string, StoreRefusalCode>>
  } & Pick<About, "cartIdOf">
): Promise<z.output<T> | undefined> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const detail = describeProblems(parsed.error)
  const places = parsed.error.issues.map(({ path }) => String(path[0] ?? ""))
  const code = places.map((place) => codes[place]).find((known) => known !== undefined)
  if (code) await refuseCustomer(req, res, code, about)
  else await refuseCustomer(req, res, "invalid_request", { ...about, fields: { detail } })
  return undefined
}
