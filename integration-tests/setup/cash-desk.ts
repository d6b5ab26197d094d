import type { z } from "zod"
import { cashDeskAnswerSchema, refusalSchema, type CashDesk } from "../../src/contract"
import type { Merchant } from "./merchant"
import { sandboxControl, type SandboxControl } from "./sandbox-control"
import type { Shop } from "./shop"
import type { Answer } from "./store-client"

export const DESK = "/admin/checkout-uz/cash-desks/main"
/** A desk that has no key of its own. */
export const CHORSU = "/admin/checkout-uz/cash-desks/chorsu"

/** The key that the configuration has for `main`. */
export const KEY = "sandbox-key"

export const NEW_ENCRYPTION_KEY = "an-encryption-key-of-the-tests"
export const OLD_ENCRYPTION_KEY = "an-older-encryption-key-of-the-tests"
/** A shop that keeps keys which are set in the admin. */
export const KEYS_IN_THE_ADMIN = {
  plugin: { encryptionKeys: [NEW_ENCRYPTION_KEY, OLD_ENCRYPTION_KEY] },
  providers: [{ id: "chorsu", options: { cashDesk: "chorsu" } }],
}

/** A cash desk as the admin's routes answer it. Throws where they refuse. */
export async function deskOf(merchant: Merchant, path = DESK): Promise<CashDesk> {
  return readDesk(await merchant.get(path))
}

export function readDesk({ status, body }: Answer): CashDesk {
  if (status !== 200) throw new Error(`The desk was answered ${status}: ${JSON.stringify(body)}`)
  return cashDeskAnswerSchema.parse(body).cash_desk
}

/** Sets an API key that is accepted. */
export async function setKey(merchant: Merchant, apiKey: string, path = DESK): Promise<CashDesk> {
  return readDesk(await merchant.post(path, { api_key: apiKey }))
}

/** A refusal, read by the contract. */
export function refused({
  status,
  body,
}: Answer): z.infer<typeof refusalSchema> & { status: number } {
  return { status, ...refusalSchema.parse(body) }
}

let opened = 0

/** Another cash desk at the service, with a key of its own. */
export async function otherDesk(
  shop: Shop
): Promise<{ key: string; id: number; sandbox: SandboxControl }> {
  opened += 1
  const key = `key-of-another-desk-${opened}-w4Xz`
  const id = await shop.sandbox.openCashDesk(key)
  return { key, id, sandbox: sandboxControl(shop.sandbox.url, id) }
}
