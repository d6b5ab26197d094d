import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { parseUzs, roundToTiyin, roundToWholeSom, type Uzs } from "../client"
import type { PluginOptions } from "../modules/checkout-uz"

const exact = z.object({ value: z.union([z.string(), z.number()]) }).transform(({ value }) => value)

/**
 * The shapes Medusa hands amounts around in: raw values, numbers, texts, and its BigNumber, which keeps its exact
 * value under `raw`.
 */
const amountShape = z.union([
  // First what there is most of: rows have it.
  exact,
  z.number(),
  z.string(),
  z.object({ raw: exact }).transform(({ raw }) => raw),
  z.object({ numeric: z.number() }).transform(({ numeric }) => numeric),
])

/** Every decimal of so many digits survives a JSON number. */
const DIGITS_OF_A_NUMBER = 15

/**
 * Reads one of Medusa's amounts as plain decimal text: exactly, up to 15 digits. Undefined when it
 * is none.
 *
 * Core hands an amount on as a JSON number here and with 20 digits there. One that is longer than
 * a number can carry is read as that number everywhere, so that both are the same amount.
 */
export function medusaDecimal(value: unknown): string | undefined {
  const shape = amountShape.safeParse(value)
  if (!shape.success) return undefined
  const number = MathBN.convert(shape.data)
  if (!number.isFinite()) return undefined
  const carried = number.precision(true) <= DIGITS_OF_A_NUMBER
  return carried ? number.toFixed() : MathBN.convert(number.toNumber()).toFixed()
}

/** As {@link medusaDecimal}, for amounts that are never below zero, in UZS. */
export function medusaUzs(value: unknown): Uzs | undefined {
  return parseUzs(medusaDecimal(value))
}

/** What the service is asked for where Medusa asks for this amount: by the option `amountRounding`. */
export function invoiceAmount(
  amount: Uzs,
  { amountRounding }: Pick<PluginOptions, "amountRounding">
): Uzs {
  return amountRounding === "nearest" ? roundToWholeSom(amount) : roundToTiyin(amount)
}

/** The exact difference of two sums of decimals, as plain text. */
export function netOf(added: readonly string[], taken: readonly string[]): string {
  const sum = (texts: readonly string[]) =>
    texts.reduce((total, text) => MathBN.add(total, text), MathBN.convert(0))
  return MathBN.sub(sum(added), sum(taken)).toFixed()
}
