import type { ExecArgs, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"

/**
 * Encrypts every API key in the database with the first of `encryptionKeys`, after that was changed
 * (docs/api-keys.md): `npx medusa exec <this file>`. Any number of times.
 */
export default async function reencryptApiKeys({ container }: ExecArgs): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const done = await ledger.reencryptApiKeys()
  if (!done) {
    logger.error(
      "API keys cannot be re-encrypted: encryptionKeys in the options of medusa-payment-checkout-uz is empty."
    )
    return
  }
  const { reencrypted, current, unreadable } = done
  logger.info(
    `API keys: ${reencrypted} re-encrypted, ${current} encrypted with the first encryption key already, ${unreadable.length} could not be opened.`
  )
  if (unreadable.length === 0) return
  const desks = [...new Set(unreadable.map(({ cashDesk }) => cashDesk))].join(", ")
  logger.warn(
    `None of encryptionKeys opens an API key of these cash desks: ${desks}. Put the missing encryption key at the end of the list and run this again, or set those API keys anew.`
  )
}
