import type { RemoteQueryFunction } from "@medusajs/framework/types"
import type { CashDesk } from "../../contract"
import {
  describeProblem,
  type CheckoutUzModuleService,
  type HealthFacts,
  type KeyFacts,
} from "../../modules/checkout-uz"
import { findPeople, type Person } from "../people"
import { findRegions } from "../regions"

type Query = Omit<RemoteQueryFunction, symbol>

/** Describes cash desks as the admin shows them. Nobody outside is asked. */
export async function describeDesks(
  ledger: CheckoutUzModuleService,
  query: Query,
  handles: readonly string[]
): Promise<CashDesk[]> {
  const regions = await findRegions({ query })
  const facts = await Promise.all(
    handles.map(async (handle) => ({
      handle,
      keys: await ledger.keys.of(handle),
      health: await ledger.health.of(handle),
    }))
  )
  const personOf = await findPeople(
    query,
    facts.map(({ keys }) => keys.setBy)
  )
  return facts.map(({ handle, keys, health }) => {
    const entries = ledger.providerEntries.filter(({ cashDesk }) => cashDesk === handle)
    const providerIds = entries.map(({ providerId }) => providerId)
    return {
      handle,
      configured: entries.length > 0,
      provider_ids: providerIds,
      regions: regions
        .filter((region) => region.providerIds.some((id) => providerIds.includes(id)))
        .map(({ id, name }) => ({ id, name })),
      ...describeKeys(keys, personOf(keys.setBy)),
      shop_id: health.shopId ?? null,
      webhook_url: webhookAddress(ledger.options.webhookBaseUrl, handle),
      health: describeHealth(handle, health, keys),
    }
  })
}

function describeKeys(
  keys: KeyFacts,
  setBy: Person | null
): Pick<CashDesk, "key" | "retired_keys"> {
  return {
    key: {
      source: keys.source,
      last_four: keys.lastFour ?? null,
      set_at: keys.setAt?.toISOString() ?? null,
      set_by: setBy,
      configuration_has_one: keys.configurationHasOne,
    },
    retired_keys: keys.retired.map(({ fingerprint, lastFour, openInvoices }) => ({
      fingerprint,
      last_four: lastFour ?? null,
      open_invoices: openInvoices,
    })),
  }
}

/** A key that cannot be used at all matters more than what the service said the last time. */
function describeHealth(handle: string, health: HealthFacts, keys: KeyFacts): CashDesk["health"] {
  const { lastError: code } = health
  const remembered = code && { code, message: describeProblem(code, handle) }
  return {
    last_webhook_at: health.webhookAt?.toISOString() ?? null,
    last_sweep_at: health.sweptAt?.toISOString() ?? null,
    refused_since: health.rejectedAt?.toISOString() ?? null,
    paid_count: health.paid,
    unnotified_count: health.unnotified,
    last_problem: keys.problem ?? remembered ?? null,
    last_problem_at: keys.problem ? null : (health.lastErrorAt?.toISOString() ?? null),
  }
}

/** A cash desk's general webhook address; null where the server's own is not configured. */
export function webhookAddress(base: string | undefined, handle: string): string | null {
  return base === undefined ? null : `${base.replace(/\/+$/, "")}/hooks/checkout-uz/${handle}`
}
