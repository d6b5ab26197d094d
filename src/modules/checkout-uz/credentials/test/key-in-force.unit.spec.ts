import { describeUnreadableKey, keyOf, lastFourOf, resolveKey } from "../key-in-force"

const row = {
  fingerprint: "0011223344556677",
  encrypted: "v1.x",
  lastFour: undefined,
  encryptedAt: new Date("2026-11-20T10:00:00Z"),
  inForceSince: new Date("2026-11-01T10:00:00Z"),
  setBy: "user_1",
}
const configured = keyOf("key-of-the-configuration")
const chosen = keyOf("key-of-the-admin")

describe("the key in force", () => {
  it("is the admin's, and the configuration's only where none is set there", () => {
    expect(resolveKey({ row, key: chosen }, configured)).toMatchObject({
      source: "admin",
      key: chosen,
    })
    expect(resolveKey(undefined, configured)).toMatchObject({
      source: "configuration",
      key: configured,
    })
    expect(resolveKey(undefined, undefined)).toEqual({ kind: "none" })
  })

  it("is none where the admin's cannot be decrypted: never silently the configuration's", () => {
    expect(resolveKey({ row, key: undefined }, configured)).toEqual({ kind: "unreadable", row })
  })

  it.each([true, false])("that cannot be decrypted says which key is missing (%p)", (hasKeys) => {
    const message = describeUnreadableKey("main", row, hasKeys)
    expect(message).toContain("2026-11-20")
    expect(message).toContain("encryptionKeys")
    expect(message).toMatch(/^[A-Z][^\n]+\.$/)
    expect(message).not.toMatch(/[.!?]\s+[A-Z]/)
  })

  it("shows its last four characters, unless that is half of it", () => {
    expect(lastFourOf(keyOf("sandbox-key"))).toBe("-key")
    expect(lastFourOf(keyOf("1234567"))).toBeUndefined()
  })
})
