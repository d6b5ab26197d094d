import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { parseUzs, type Uzs } from "../../client"

/** The shapes Medusa hands amounts around in: raw values, BigNumber objects, numbers, texts. */
const amountShape = z.union([
  z.number(),
  z.string(),
  z.object({ value: z.union([z.string(), z.number()]) }).transform(({ value }) => value),
  z.object({ numeric: z.number() }).transform(({ numeric }) => numeric),
])

/** Reads one of Medusa's amounts exactly, as plain decimal text. Undefined when it is none. */
export function medusaDecimal(value: unknown): string | undefined {
  const shape = amountShape.safeParse(unwrapBigNumber(value))
  if (!shape.success) return undefined
  const number = MathBN.convert(shape.data)
  return number.isFinite() ? number.toFixed() : undefined
}

/** As {@link medusaDecimal}, for amounts that are never below zero, in UZS. */
export function medusaUzs(value: unknown): Uzs | undefined {
  return parseUzs(medusaDecimal(value))
}

/** Medusa's BigNumber keeps its exact value under `raw`. */
function unwrapBigNumber(value: unknown): unknown {
  const wrapped = z.object({ raw: z.object({ value: z.unknown() }) }).safeParse(value)
  return wrapped.success ? wrapped.data.raw : value
}

/** The exact difference of two sums of decimals, as plain text. */
export function netOf(added: readonly string[], taken: readonly string[]): string {
  const sum = (texts: readonly string[]) =>
    texts.reduce((total, text) => MathBN.add(total, text), MathBN.convert(0))
  return MathBN.sub(sum(added), sum(taken)).toFixed()
}
