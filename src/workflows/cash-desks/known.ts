import { isCashDeskName, type CheckoutUzModuleService } from "../../modules/checkout-uz"

/** Every cash desk that is configured, has open invoices or a key in the database. */
export async function knownDesks(ledger: CheckoutUzModuleService): Promise<string[]> {
  const handles = new Set(ledger.providerEntries.map(({ cashDesk }) => cashDesk))
  const others = [
    ...(await ledger.polling.desksWithOpenInvoices()),
    ...(await ledger.keys.cashDesks()),
  ]
  for (const handle of others.sort()) handles.add(handle)
  return [...handles]
}

/** Whether there is such a desk. What cannot be one's name is not worth a question to the database. */
export async function isKnown(ledger: CheckoutUzModuleService, handle: string): Promise<boolean> {
  return isCashDeskName(handle) && (await knownDesks(ledger)).includes(handle)
}
