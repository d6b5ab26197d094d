import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  describeProviderEntries,
  fingerprint,
  isLongEnough,
  type CheckoutUzModuleService,
} from "../../modules/checkout-uz"
import { knownDesks } from "../cash-desks/known"
import { findRegions } from "../regions"
import { workflowScope } from "../scope"
import type { DeskFacts, EntryFacts, Facts } from "./facts"
import { readStoreConfig } from "./servers"

/**
 * Everything {@link judge} looks at. Nobody outside is asked.
 *
 * @param knowsWorkerMode false under `medusa exec`, which puts a mode of its own in place
 * @throws DatabaseError where the database cannot be asked
 */
export async function gatherFacts(
  container: MedusaContainer,
  { knowsWorkerMode }: { knowsWorkerMode: boolean }
): Promise<Facts> {
  const { ledger, query } = workflowScope(container)
  const config: unknown = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const { dependencies, workerMode, ...servers } = readStoreConfig(config)
  const missingTables = await ledger.missingTables()
  const { encryptionKeys, webhookBaseUrl } = ledger.options
  const usable = encryptionKeys.filter(isLongEnough).length
  return {
    entries: readEntries(config),
    dependencies,
    optionsProblem: ledger.optionsProblem,
    webhookBaseUrl,
    encryptionKeys: { usable, tooShort: encryptionKeys.length - usable },
    missingTables,
    desks: missingTables.length > 0 ? undefined : await readDesks(ledger),
    regions: await findRegions({ query }),
    servers: { ...servers, workerMode: knowsWorkerMode ? workerMode : undefined },
  }
}

function readEntries(config: unknown): EntryFacts[] {
  return describeProviderEntries(config).map(({ providerId, options, problem }) => ({
    providerId,
    cashDesk: options?.cashDesk,
    keyFingerprint: options?.apiKey === undefined ? undefined : fingerprint(options.apiKey),
    problem,
  }))
}

async function readDesks(ledger: CheckoutUzModuleService): Promise<DeskFacts[]> {
  const facts: DeskFacts[] = []
  for (const cashDesk of await knownDesks(ledger)) {
    const { source, problem } = await ledger.keys.of(cashDesk)
    facts.push({ cashDesk, keySource: source, problem: problem?.message })
  }
  return facts
}
