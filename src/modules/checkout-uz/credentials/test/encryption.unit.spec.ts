import { openEncryption, type Encryption } from "../encryption"

const SECRET = "the-api-key-of-the-cash-desk"
const OWNER = "https://checkout.uz/api/v1 main"

function encryption(...keys: string[]): Encryption {
  const made = openEncryption(keys)
  if (!made) throw new Error("No sealer was made.")
  return made
}

describe("a encrypted API key", () => {
  it("opens for its owner, and shows nothing of itself", () => {
    const { encrypt, open } = encryption("first")
    const encrypted = encrypt(SECRET, OWNER)
    expect(encrypted).not.toContain(SECRET)
    expect(
      Buffer.from(encrypted.split(".")[1] ?? "", "base64url").toString("latin1")
    ).not.toContain(SECRET)
    expect(open(encrypted, OWNER)).toBe(SECRET)
  })

  it("is encrypted differently each time", () => {
    const { encrypt } = encryption("first")
    expect(encrypt(SECRET, OWNER)).not.toBe(encrypt(SECRET, OWNER))
  })

  it("does not open for another cash desk, so that a row cannot be moved", () => {
    const { encrypt, open } = encryption("first")
    expect(open(encrypt(SECRET, OWNER), "https://checkout.uz/api/v1 other")).toBeUndefined()
  })

  it("opens with every key of the list, and is encrypted with the first", () => {
    const old = encryption("old").encrypt(SECRET, OWNER)
    const both = encryption("new", "old")
    expect(both.open(old, OWNER)).toBe(SECRET)
    expect(encryption("old").open(both.encrypt(SECRET, OWNER), OWNER)).toBeUndefined()
    expect(encryption("new").open(both.encrypt(SECRET, OWNER), OWNER)).toBe(SECRET)
  })

  it("is current only where the first key encrypted it", () => {
    const both = encryption("new", "old")
    expect(both.isCurrent(both.encrypt(SECRET, OWNER), OWNER)).toBe(true)
    expect(both.isCurrent(encryption("old").encrypt(SECRET, OWNER), OWNER)).toBe(false)
    expect(both.isCurrent(both.encrypt(SECRET, OWNER), `${OWNER} other`)).toBe(false)
  })

  it.each([
    ["another version", (text: string) => text.replace("v1.", "v2.")],
    ["a changed byte", (text: string) => `${text.slice(0, -4)}AAAA`],
    ["a part of it", (text: string) => text.slice(0, 12)],
    ["nothing", () => ""],
  ])("%s does not open", (_, damage) => {
    const { encrypt, open } = encryption("first")
    expect(open(damage(encrypt(SECRET, OWNER)), OWNER)).toBeUndefined()
  })

  it("is not made where the store has no encryption key", () => {
    expect(openEncryption([])).toBeUndefined()
  })
})
