import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Finding } from "../../contract"
import {
  CHECKOUT_UZ_MODULE,
  reasonOf,
  type CheckoutUzModuleService,
} from "../../modules/checkout-uz"
import { testApiKey } from "../cash-desks"
import { webhookAddress } from "../cash-desks/describe"
import { workflowScope } from "../scope"
import type { Facts, InvoicesFacts, LiveFacts, ServiceFacts, WebhookFacts } from "./facts"
import { gatherFacts } from "./gather"
import { judge, PLUGIN_MISSING } from "./judge"
import { judgeLive } from "./live"
import { askAddress, clockAheadOf } from "./probe"
import { isPublicAddress } from "./public-address"
import { sayTablesAreMissing } from "../missing-tables"

/**
 * Checks everything payments need: the configuration, the database, and by asking it the service.
 * Changes nothing but what is remembered of how a cash desk is doing.
 *
 * @param knowsWorkerMode false under `medusa exec`
 * @throws DatabaseError where the database cannot be asked
 */
export async function checkEverything(
  container: MedusaContainer,
  { knowsWorkerMode }: { knowsWorkerMode: boolean } = { knowsWorkerMode: true }
): Promise<Finding[]> {
  if (!container.hasRegistration(CHECKOUT_UZ_MODULE)) return [PLUGIN_MISSING]
  const { ledger } = workflowScope(container)
  const facts = await gatherFacts(container, { knowsWorkerMode })
  const desks = (facts.desks ?? []).map(({ cashDesk }) => cashDesk)
  const live = judgeLive({
    serviceUrl: ledger.options.baseUrl,
    services: await askService(container, facts),
    clockAheadOfServiceSeconds: await clockAheadOf(ledger.options.baseUrl),
    webhookAddress: await askWebhookAddress(facts),
    clockAheadSeconds: await ledger.clockAheadOfDatabase(),
    webhooks: await Promise.all(desks.map((desk) => webhooksOf(ledger, desk))),
    invoices: await Promise.all(desks.map((desk) => invoicesOf(ledger, desk))),
  })
  return [...judge(facts), ...live]
}

/**
 * Writes to the log what is wrong with the configuration, a line each. Nobody outside is asked. Never
 * throws: a wrong configuration stops no server.
 */
export async function logFindings(container: MedusaContainer): Promise<void> {
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  try {
    const facts = await gatherFacts(container, { knowsWorkerMode: true })
    // A key that cannot be opened is in the log already: the ledger says so when it reads it.
    const desks = facts.desks?.filter((desk) => desk.keySource === "none" || !desk.problem)
    for (const { id, severity, message, fix } of judge({ ...facts, desks })) {
      if (id === "tables" && severity === "error") sayTablesAreMissing(logger)
      else if (severity === "error") logger.error(inOneLine(message, fix))
      else if (severity === "warning") logger.warn(inOneLine(message, fix))
    }
  } catch (error) {
    logger.warn(`The configuration of Checkout.uz could not be checked: ${reasonOf(error)}`)
  }
}

function inOneLine(message: string, fix: string | null): string {
  return `Checkout.uz: ${message}${fix === null ? "" : ` ${fix}`}`
}

/** One after the other: a service that is slow is not asked by all desks at once. */
async function askService(container: MedusaContainer, { desks }: Facts): Promise<ServiceFacts[]> {
  const answers: ServiceFacts[] = []
  for (const { cashDesk, keySource, problem } of desks ?? []) {
    if (keySource === "none" || problem !== undefined) continue
    const outcome = await testApiKey(container, cashDesk)
    if (outcome.kind === "unknown_desk") continue
    if (outcome.kind === "done") {
      answers.push({ cashDesk, outcome: "accepted", message: undefined })
      continue
    }
    const { code, message } = outcome.problem
    answers.push({ cashDesk, outcome: outcomeOf(code), message })
  }
  return answers
}

/** As the service would come, from here; every cash desk's address leads to the same server. */
async function askWebhookAddress({
  desks,
  webhookBaseUrl,
}: Facts): Promise<LiveFacts["webhookAddress"]> {
  const [desk] = desks ?? []
  const address = desk && webhookAddress(webhookBaseUrl, desk.cashDesk)
  if (!address || !isPublicAddress(address)) return undefined
  return { address, reply: await askAddress(address) }
}

function outcomeOf(code: string): ServiceFacts["outcome"] {
  switch (code) {
    case "key_refused":
    case "address_not_allowed":
    case "service_unreachable":
      return code
    default:
      return "other"
  }
}

async function webhooksOf(
  ledger: CheckoutUzModuleService,
  cashDesk: string
): Promise<WebhookFacts> {
  const { webhookAt, paid, unnotified } = await ledger.health.of(cashDesk)
  return { cashDesk, lastWebhookAt: webhookAt, paid, unnotified }
}

async function invoicesOf(
  ledger: CheckoutUzModuleService,
  cashDesk: string
): Promise<InvoicesFacts> {
  return { cashDesk, areKnown: !(await ledger.health.hasUnknownInvoices(cashDesk)) }
}
