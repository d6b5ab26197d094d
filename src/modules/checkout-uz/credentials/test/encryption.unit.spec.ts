import { Encryption } from "../encryption"

const API_KEY = "the-api-key-of-the-cash-desk"
const OWNER = { serviceUrl: "https://checkout.uz/api/v1", cashDesk: "main" }
const OTHER = { ...OWNER, cashDesk: "other" }

describe("Encryption", () => {
  const OLD = "an-older-encryption-key"
  const NEW = "a-newer-encryption-key"
  const first = new Encryption(["the-first-encryption-key"])
  const both = new Encryption([NEW, OLD])

  it("decrypts what it encrypted, which shows nothing of the API key", () => {
    const encrypted = first.encrypt(API_KEY, OWNER)
    expect(encrypted).not.toContain(API_KEY)
    expect(
      Buffer.from(encrypted.split(".")[1] ?? "", "base64url").toString("latin1")
    ).not.toContain(API_KEY)
    expect(first.decrypt(encrypted, OWNER)).toBe(API_KEY)
  })

  it("encrypts differently each time", () => {
    expect(first.encrypt(API_KEY, OWNER)).not.toBe(first.encrypt(API_KEY, OWNER))
  })

  it("decrypts what an earlier version of the plugin encrypted", () => {
    const stored = "v1.6MVqGQDXf-joq7MbhQxXP9INxlA5eHw1oIPQmuyCDRL2tXXMNKNc8KkCtI4oYelLdRcxrPY_W3c"
    expect(new Encryption(["first"]).decrypt(stored, OWNER)).toBe(API_KEY)
  })

  it("encrypts nothing with a key of fewer than 16 characters, and with the next one instead", () => {
    expect(new Encryption(["fifteen-letters"]).canEncrypt).toBe(false)
    expect(() => new Encryption(["first"]).encrypt(API_KEY, OWNER)).toThrow("no encryption key")
    const encrypted = new Encryption(["short", OLD]).encrypt(API_KEY, OWNER)
    expect(new Encryption([OLD]).decrypt(encrypted, OWNER)).toBe(API_KEY)
    expect(new Encryption(["short", OLD]).isCurrent(encrypted, OWNER)).toBe(true)
  })

  it("does not decrypt for another cash desk, so that a row cannot be moved", () => {
    expect(first.decrypt(first.encrypt(API_KEY, OWNER), OTHER)).toBeUndefined()
  })

  it("decrypts with every key of the list, and encrypts with the first", () => {
    expect(both.decrypt(new Encryption([OLD]).encrypt(API_KEY, OWNER), OWNER)).toBe(API_KEY)
    const encrypted = both.encrypt(API_KEY, OWNER)
    expect(new Encryption([OLD]).decrypt(encrypted, OWNER)).toBeUndefined()
    expect(new Encryption([NEW]).decrypt(encrypted, OWNER)).toBe(API_KEY)
  })

  it("is current only where the first key encrypted it", () => {
    expect(both.isCurrent(both.encrypt(API_KEY, OWNER), OWNER)).toBe(true)
    expect(both.isCurrent(new Encryption([OLD]).encrypt(API_KEY, OWNER), OWNER)).toBe(false)
    expect(both.isCurrent(both.encrypt(API_KEY, OWNER), OTHER)).toBe(false)
  })

  it.each([
    ["another version", (text: string) => text.replace("v1.", "v2.")],
    ["a changed byte", (text: string) => `${text.slice(0, -4)}AAAA`],
    ["a part of it", (text: string) => text.slice(0, 12)],
    ["nothing", () => ""],
  ])("does not decrypt %s", (_, damage) => {
    expect(first.decrypt(damage(first.encrypt(API_KEY, OWNER)), OWNER)).toBeUndefined()
  })

  it("does not encrypt without an encryption key", () => {
    expect(() => new Encryption([]).encrypt(API_KEY, OWNER)).toThrow("no encryption key")
  })
})
