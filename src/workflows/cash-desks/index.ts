import { networkInterfaces } from "node:os"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import type { CashDesk, cashDesksAnswerSchema, testAnswerSchema } from "../../contract"
import {
  describeProblem,
  outgoingAddressHint,
  problemOf,
  type CheckoutUzModuleService,
  type KeyTest,
  type Problem,
} from "../../modules/checkout-uz"
import { workflowScope } from "../scope"
import { describeDesks } from "./describe"
import { isKnown, knownDesks } from "./known"
import { describeBalance, describeMethods } from "./readings"

export { cashDeskOverview } from "./overview"

/** What came of something a merchant asked of a cash desk. */
export type DeskOutcome<T> =
  { kind: "done"; answer: T } | { kind: "unknown_desk" } | { kind: "refused"; problem: Problem }

/** Every cash desk that is configured, has open invoices or a key in the database. */
export async function listCashDesks(
  container: MedusaContainer
): Promise<z.infer<typeof cashDesksAnswerSchema>> {
  const { ledger, query } = workflowScope(container)
  return {
    cash_desks: await describeDesks(ledger, query, await knownDesks(ledger)),
    service_url: ledger.options.baseUrl,
    can_encrypt: ledger.canEncrypt,
    configuration_problem: ledger.configurationProblem ?? null,
  }
}

export async function showCashDesk(
  container: MedusaContainer,
  handle: string
): Promise<DeskOutcome<CashDesk>> {
  return withDesk(container, handle, () => Promise.resolve(undefined))
}

/** Puts an API key in force that the service accepts; see `KeyManagement.set`. */
export async function setApiKey(
  container: MedusaContainer,
  handle: string,
  { apiKey, actorId }: { apiKey: string; actorId: string }
): Promise<DeskOutcome<CashDesk>> {
  return withDesk(container, handle, async (ledger) => {
    const test = await ledger.keys.set(handle, apiKey, actorId)
    return test.kind === "refused" ? problemWith(handle, test) : undefined
  })
}

/** Back to the configuration's key. */
export async function removeApiKey(
  container: MedusaContainer,
  handle: string
): Promise<DeskOutcome<CashDesk>> {
  return withDesk(container, handle, async (ledger) => {
    await ledger.keys.remove(handle)
    return undefined
  })
}

/** Forgets at once the keys that are only kept for open invoices. */
export async function dropRetiredKeys(
  container: MedusaContainer,
  handle: string
): Promise<DeskOutcome<CashDesk>> {
  return withDesk(container, handle, async (ledger) => {
    await ledger.keys.dropRetired(handle)
    return undefined
  })
}

/** Asks the service, now, whether it accepts the key in force. */
export async function testApiKey(
  container: MedusaContainer,
  handle: string
): Promise<DeskOutcome<z.infer<typeof testAnswerSchema>>> {
  const { ledger } = workflowScope(container)
  if (!(await isKnown(ledger, handle))) return { kind: "unknown_desk" }
  const test = await ledger.keys.test(handle)
  if (test.kind === "refused") return { kind: "refused", problem: problemWith(handle, test) }
  const { balance, methods } = test
  return {
    kind: "done",
    answer: { balance: describeBalance(balance), payment_methods: describeMethods(methods) },
  }
}

/** Does something to a desk and describes it afterwards, unless there was a problem. */
async function withDesk(
  container: MedusaContainer,
  handle: string,
  job: (ledger: CheckoutUzModuleService) => Promise<Problem | undefined>
): Promise<DeskOutcome<CashDesk>> {
  const { ledger, query } = workflowScope(container)
  if (!(await isKnown(ledger, handle))) return { kind: "unknown_desk" }
  const problem = await job(ledger)
  if (problem) return { kind: "refused", problem }
  const [answer] = await describeDesks(ledger, query, [handle])
  return answer ? { kind: "done", answer } : { kind: "unknown_desk" }
}

function problemWith(handle: string, { problem, failure }: KeyTest & { kind: "refused" }): Problem {
  if (problem) return problem
  const code = failure ? problemOf(failure) : "no_key"
  const message = describeProblem(code, handle)
  if (code !== "address_not_allowed") return { code, message }
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const hint = outgoingAddressHint(failure?.serviceText, own)
  return { code, message: hint === undefined ? message : `${message} ${hint}` }
}
