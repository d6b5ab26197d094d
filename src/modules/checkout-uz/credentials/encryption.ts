import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto"

const VERSION = "v1"
const ALGORITHM = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Not secret: it keeps these keys apart from any other use of the same text. */
const SALT = "medusa-payment-checkout-uz/api-key"

/** Encrypts short secrets for the database and opens them again. */
export type Encryption = {
  /** Encrypts with the first encryption key. `owner` is what the secret belongs to. */
  encrypt: (secret: string, owner: string) => string
  /** Opens with whichever key fits; undefined where none does, or for another owner. */
  open: (encrypted: string, owner: string) => string | undefined
  /** Whether the first encryption key opens it: then it need not be re-encrypted. */
  isCurrent: (encrypted: string, owner: string) => boolean
}

/** What a encrypted API key belongs to. */
export function keyOwner({
  serviceUrl,
  cashDesk,
}: {
  serviceUrl: string
  cashDesk: string
}): string {
  return `${serviceUrl} ${cashDesk}`
}

/**
 * A sealer over the plugin's `encryptionKeys` (AES-256-GCM), or undefined where there are none.
 *
 * INVARIANT: a encrypted secret is bound to its owner, so that a row of the database cannot be made to
 * serve another cash desk.
 */
export function openEncryption(encryptionKeys: readonly string[]): Encryption | undefined {
  if (encryptionKeys.length === 0) return undefined
  // Slow on purpose, and so done once, and only by a store that seals anything.
  let derived: Buffer[] | undefined
  const keys = () =>
    (derived ??= encryptionKeys.map((text) => scryptSync(text.trim(), SALT, KEY_BYTES)))
  return {
    encrypt: (secret, owner) => {
      const [key] = keys()
      if (!key) throw new Error("There is no encryption key.")
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
    },
    open: (encrypted, owner) => openWith(keys(), encrypted, owner),
    isCurrent: (encrypted, owner) => openWith(keys().slice(0, 1), encrypted, owner) !== undefined,
  }
}

function openWith(keys: readonly Buffer[], encrypted: string, owner: string): string | undefined {
  const [version, text] = encrypted.split(".")
  if (version !== VERSION || text === undefined) return undefined
  const bytes = Buffer.from(text, "base64url")
  for (const key of keys) {
    const secret = tryToOpen(bytes, key, owner)
    if (secret !== undefined) return secret
  }
  return undefined
}

function tryToOpen(bytes: Buffer, key: Buffer, owner: string): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
  } catch {
    // Encrypted with another key, for another owner, or damaged: it cannot be told which.
    return undefined
  }
}
