import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto"
import type { CashDeskKey } from "../cash-desks/cash-desk"

const VERSION = "v1"
const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Not secret: it keeps these keys apart from any other use of the same text. */
const SALT = "medusa-payment-checkout-uz/api-key"

/** What a secret is bound to: a cash desk, and where it is one invoice's, that invoice. */
type SecretOwner = CashDeskKey & { invoiceId?: string }

/** Characters of an encryption key. A shorter one can be guessed by who has the database. */
export const SHORTEST_ENCRYPTION_KEY = 16

/** Whether a text may encrypt anything. A shorter one only opens what it encrypted in earlier versions. */
export function isLongEnough(encryptionKey: string): boolean {
  return encryptionKey.trim().length >= SHORTEST_ENCRYPTION_KEY
}

/**
 * Encrypts secrets for the database (AES-256-GCM): API keys under the plugin's `encryptionKeys`, a card
 * payment's token under the API key it is good for.
 *
 * INVARIANT: what is encrypted is bound to its cash desk, and a token to its invoice, so that a row of the
 * database cannot be made to serve another one.
 */
export class Encryption {
  readonly #encryptionKeys: readonly string[]
  #derived: Buffer[] | undefined

  constructor(encryptionKeys: readonly string[]) {
    this.#encryptionKeys = encryptionKeys
  }

  /** Whether an encryption key is there that is long enough. */
  get canEncrypt(): boolean {
    return this.#encryptionKeys.some(isLongEnough)
  }

  /** Encrypts with the first encryption key that is long enough. */
  encrypt(secret: string, owner: SecretOwner): string {
    const key = this.#encryptingKey()
    if (!key) throw new Error("There is no encryption key.")
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(bindingTo(owner))
    const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
    return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
  }

  /** Decrypts with whichever key fits; undefined where none does, or for another cash desk. */
  decrypt(encrypted: string, owner: SecretOwner): string | undefined {
    return decryptWith(this.#keys(), encrypted, owner)
  }

  /** Whether the key that encrypts now decrypts it: then it need not be re-encrypted. */
  isCurrent(encrypted: string, owner: CashDeskKey): boolean {
    const key = this.#encryptingKey()
    return key !== undefined && decryptWith([key], encrypted, owner) !== undefined
  }

  #encryptingKey(): Buffer | undefined {
    return this.#keys()[this.#encryptionKeys.findIndex(isLongEnough)]
  }

  /** Slow on purpose, and so done once, and only by a store that encrypts anything. */
  #keys(): readonly Buffer[] {
    this.#derived ??= this.#encryptionKeys.map((text) => scryptSync(text.trim(), SALT, KEY_BYTES))
    return this.#derived
  }
}

function bindingTo({ serviceUrl, cashDesk, invoiceId }: SecretOwner): Buffer {
  return Buffer.from(
    [serviceUrl, cashDesk, ...(invoiceId === undefined ? [] : [invoiceId])].join(" ")
  )
}

function decryptWith(
  keys: readonly Buffer[],
  encrypted: string,
  owner: SecretOwner
): string | undefined {
  const [version, text] = encrypted.split(".")
  if (version !== VERSION || text === undefined) return undefined
  const bytes = Buffer.from(text, "base64url")
  for (const key of keys) {
    const secret = tryToDecrypt(bytes, key, owner)
    if (secret !== undefined) return secret
  }
  return undefined
}

function tryToDecrypt(bytes: Buffer, key: Buffer, owner: SecretOwner): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(bindingTo(owner))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
  } catch {
    // Encrypted with another key, for another cash desk, or damaged: it cannot be told which.
    return undefined
  }
}
