import { describeSealed, keyOf, lastFourOf, weighKeys } from "../key-in-force"

const row = {
  fingerprint: "0011223344556677",
  sealed: "v1.x",
  lastFour: undefined,
  sealedAt: new Date("2026-11-20T10:00:00Z"),
  inForceSince: new Date("2026-11-01T10:00:00Z"),
  setBy: "user_1",
}
const configured = keyOf("key-of-the-configuration")
const chosen = keyOf("key-of-the-admin")

describe("the key in force", () => {
  it("is the admin's, and the configuration's only where none is set there", () => {
    expect(weighKeys({ row, key: chosen }, configured)).toMatchObject({
      source: "admin",
      key: chosen,
    })
    expect(weighKeys(undefined, configured)).toMatchObject({
      source: "configuration",
      key: configured,
    })
    expect(weighKeys(undefined, undefined)).toEqual({ kind: "none" })
  })

  it("is none where the admin's cannot be opened: never the configuration's without a word", () => {
    expect(weighKeys({ row, key: undefined }, configured)).toEqual({ kind: "sealed", row })
  })

  it.each([true, false])("that cannot be opened says which key is missing (%p)", (hasKeys) => {
    const sentence = describeSealed("main", row, hasKeys)
    expect(sentence).toContain("2026-11-20")
    expect(sentence).toContain("encryptionKeys")
    expect(sentence).toMatch(/^[A-Z][^\n]+\.$/)
    expect(sentence).not.toMatch(/[.!?]\s+[A-Z]/)
  })

  it("shows its last four characters, unless that is half of it", () => {
    expect(lastFourOf(keyOf("sandbox-key"))).toBe("-key")
    expect(lastFourOf(keyOf("1234567"))).toBeNull()
  })
})
