import type { CheckoutUzError } from "../../../client"
import { concernsDesk, problemOf } from "./problem"
import { countNotified, readMemory, recordProblem, recordSuccess } from "./repository"
import { reasonOf, type Sql } from "../database"

/** Milliseconds for which one noted success stands for all of this process. */
const SUCCESS_STANDS_MS = 10_000

/** How a cash desk is doing. */
export type Health = ReturnType<typeof openHealth>

export function openHealth({
  sql,
  serviceUrl,
  warn,
}: {
  sql: Sql
  serviceUrl: string
  warn: (message: string) => void
}) {
  const successes = new Map<string, number>()

  async function note(cashDesk: string, failure: CheckoutUzError | undefined): Promise<void> {
    if (!failure) {
      if ((successes.get(cashDesk) ?? 0) > performance.now()) return
      await recordSuccess(sql, { serviceUrl, cashDesk })
      successes.set(cashDesk, performance.now() + SUCCESS_STANDS_MS)
    } else if (concernsDesk(failure)) {
      successes.delete(cashDesk)
      await recordProblem(sql, { serviceUrl, cashDesk, code: problemOf(failure) })
    }
  }

  return {
    /** Notes what became of a call with the desk's key in force. Never throws: money waits for nothing. */
    noteCall: async (cashDesk: string, failure: CheckoutUzError | undefined): Promise<void> => {
      try {
        await note(cashDesk, failure)
      } catch (error) {
        warn(`What became of a call of cash desk "${cashDesk}" was not noted: ${reasonOf(error)}`)
      }
    },

    /** What is remembered of the desk, and how many of its payments webhooks told of. */
    of: async (cashDesk: string) => {
      const desk = { serviceUrl, cashDesk }
      const memory = await readMemory(sql, desk)
      return { ...memory, ...(await countNotified(sql, desk)) }
    },
  }
}
