import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { StoreRefusalCode } from "../../contract"
import { mostInParts } from "../../modules/checkout-uz"
import type { RefusalReason } from "../../providers/checkout-uz/refusals"
import { workflowScope } from "../../workflows/scope"
import { refuseCustomer, type About } from "./refuse-customer"

type Meaning = Pick<About, "words"> & { code: StoreRefusalCode }

/** Nothing was charged yet, whatever the reason is: the merchant finds it in the log, and in the admin. */
const UNAVAILABLE: Meaning = { code: "unavailable", words: "payment_unavailable" }

/** What each refusal of the provider's means to a shop and its customer. */
const MEANINGS: Readonly<Record<RefusalReason, Meaning>> = {
  invalid_request: { code: "invalid_request" },
  currency_not_taken: { code: "currency_not_taken" },
  amount_not_taken: { code: "amount_not_taken" },
  cart_empty: { code: "cart_empty" },
  email_missing: { code: "email_missing" },
  delivery_missing: { code: "delivery_missing" },
  cart_changed: { code: "cart_changed" },
  order_canceled: { code: "not_payable", words: "order_canceled" },
  already_paid: { code: "already_paid" },
  other_cash_desk: { code: "already_paid", words: "partly_paid" },
  not_payable: { code: "not_payable" },
  too_many_attempts: { code: "too_many_attempts" },
  key_refused: UNAVAILABLE,
  address_not_allowed: UNAVAILABLE,
  service_unreachable: UNAVAILABLE,
  service_failed: UNAVAILABLE,
  unknown_invoice: UNAVAILABLE,
  no_key: UNAVAILABLE,
  no_encryption_key: UNAVAILABLE,
  wrong_configuration: UNAVAILABLE,
  other_service: UNAVAILABLE,
}

/**
 * Answers a customer what the provider refused.
 *
 * @param refused its error: the sentence is the developer's, who alone is told it, for a mistake of theirs
 */
export async function refuseAsProvider(
  req: MedusaRequest,
  res: MedusaResponse,
  refused: { code: RefusalReason; message: string },
  about: Pick<About, "cartIdOf">
): Promise<void> {
  const { code, words } = MEANINGS[refused.code]
  await refuseCustomer(req, res, code, {
    ...about,
    ...(code === "amount_not_taken" && { amounts: { most: await mostTaken(req) } }),
    ...(words && { words }),
    ...(code === "invalid_request" && { fields: { detail: refused.message } }),
  })
}

/** The largest payment the shop takes in this way, in UZS. */
async function mostTaken({ scope }: MedusaRequest): Promise<number> {
  const { partsMax } = await workflowScope(scope).ledger.settings.current()
  return Number(mostInParts(partsMax))
}
