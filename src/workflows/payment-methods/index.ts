import { MedusaError } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import type { paymentMethodSchema } from "../../contract"
import { describeMethods } from "../cash-desks/readings"
import { offeredProviders } from "../regions"
import { workflowScope } from "../scope"

/** What came of the question. */
type PaymentMethodsOutcome =
  | { kind: "read"; methods: z.infer<typeof paymentMethodSchema>[] }
  /** There is no such region, or it does not offer us. */
  | { kind: "region_not_offered" }
  /** The service does not answer, and never gave a list; or the cash desk has no API key. */
  | { kind: "unavailable" }

/**
 * The payment systems that a region's customers can pay with: those of the cash desk of its provider,
 * or of the first in the configuration where it offers several of ours.
 */
export async function regionPaymentMethods(
  container: MedusaContainer,
  regionId: string
): Promise<PaymentMethodsOutcome> {
  const scope = workflowScope(container)
  const { ledger } = scope
  const offered = await offeredProviders(scope, regionId)
  const entry = ledger.providerEntries.find(({ providerId }) => offered.includes(providerId))
  if (!entry) return { kind: "region_not_offered" }
  try {
    const connection = await ledger.connectionOf(entry.cashDesk)
    const methods = await ledger.snapshots.methods(entry.cashDesk, connection)
    return methods ? { kind: "read", methods: describeMethods(methods) } : { kind: "unavailable" }
  } catch (error) {
    if (!(error instanceof MedusaError)) throw error
    // There is no key: the merchant's to mend, and in the log.
    ledger.reportServiceFailure(error)
    return { kind: "unavailable" }
  }
}
