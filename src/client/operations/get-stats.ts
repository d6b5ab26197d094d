import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { parseDecimal } from "../decimal"
import { parseCount, readBy, successSchema } from "../schema"
import type { Service } from "../service"
import type { Stats } from "../types"

const OPERATION = "get_stats"

const answerSchema = z.object({
  status: successSchema,
  stats: z.object({
    total_orders: readBy(parseCount, "a whole number"),
    total_amount: readBy(parseDecimal, "a decimal number"),
  }),
})

/** Reads the answer of `/get_stats`. @throws MalformedAnswerError */
export function parseGetStatsAnswer(answer: Answer): Stats {
  const { stats } = parseAnswer(OPERATION, answerSchema, answer)
  return { totalOrders: stats.total_orders, totalAmount: stats.total_amount }
}

/** `/get_stats`: summary statistics of the cash desk. @throws CheckoutUzError */
export async function getStats(service: Service): Promise<Stats> {
  return parseGetStatsAnswer(await service.ask(OPERATION))
}
