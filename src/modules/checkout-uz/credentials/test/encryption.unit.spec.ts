import { openSealer, type Sealer } from "../encryption"

const SECRET = "the-api-key-of-the-cash-desk"
const OWNER = "https://checkout.uz/api/v1 main"

function sealer(...keys: string[]): Sealer {
  const made = openSealer(keys)
  if (!made) throw new Error("No sealer was made.")
  return made
}

describe("a sealed API key", () => {
  it("opens for its owner, and shows nothing of itself", () => {
    const { seal, open } = sealer("first")
    const sealed = seal(SECRET, OWNER)
    expect(sealed).not.toContain(SECRET)
    expect(Buffer.from(sealed.split(".")[1] ?? "", "base64url").toString("latin1")).not.toContain(
      SECRET
    )
    expect(open(sealed, OWNER)).toBe(SECRET)
  })

  it("is sealed differently each time", () => {
    const { seal } = sealer("first")
    expect(seal(SECRET, OWNER)).not.toBe(seal(SECRET, OWNER))
  })

  it("does not open for another cash desk, so that a row cannot be moved", () => {
    const { seal, open } = sealer("first")
    expect(open(seal(SECRET, OWNER), "https://checkout.uz/api/v1 other")).toBeUndefined()
  })

  it("opens with every key of the list, and is sealed with the first", () => {
    const old = sealer("old").seal(SECRET, OWNER)
    const both = sealer("new", "old")
    expect(both.open(old, OWNER)).toBe(SECRET)
    expect(sealer("old").open(both.seal(SECRET, OWNER), OWNER)).toBeUndefined()
    expect(sealer("new").open(both.seal(SECRET, OWNER), OWNER)).toBe(SECRET)
  })

  it("is current only where the first key sealed it", () => {
    const both = sealer("new", "old")
    expect(both.isCurrent(both.seal(SECRET, OWNER), OWNER)).toBe(true)
    expect(both.isCurrent(sealer("old").seal(SECRET, OWNER), OWNER)).toBe(false)
    expect(both.isCurrent(both.seal(SECRET, OWNER), `${OWNER} other`)).toBe(false)
  })

  it.each([
    ["another version", (text: string) => text.replace("v1.", "v2.")],
    ["a changed byte", (text: string) => `${text.slice(0, -4)}AAAA`],
    ["a part of it", (text: string) => text.slice(0, 12)],
    ["nothing", () => ""],
  ])("%s does not open", (_, damage) => {
    const { seal, open } = sealer("first")
    expect(open(damage(seal(SECRET, OWNER)), OWNER)).toBeUndefined()
  })

  it("is not made where the store has no encryption key", () => {
    expect(openSealer([])).toBeUndefined()
  })
})
