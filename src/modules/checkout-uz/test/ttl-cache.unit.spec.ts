import { shortLived } from "../ttl-cache"

/** Answers with how often it was read. */
function counting(ms: number) {
  let reads = 0
  return shortLived<string, number>(ms, () => Promise.resolve((reads += 1)))
}

describe("what was read a moment ago", () => {
  it("is read once for all who ask, each key for itself", async () => {
    const known = counting(10_000)
    expect(await Promise.all([known.get("a"), known.get("a"), known.get("b")])).toEqual([1, 1, 2])
  })

  it("is read afresh when its time is up", async () => {
    const known = counting(0)
    expect([await known.get("a"), await known.get("a")]).toEqual([1, 2])
  })

  it("is read afresh after it was forgotten, also while an older read is under way", async () => {
    const known = counting(10_000)
    const older = known.get("a")
    known.forget("a")
    expect([await known.get("a"), await older, await known.get("a")]).toEqual([2, 1, 2])
  })

  it("is not kept where the read failed", async () => {
    let reads = 0
    const known = shortLived<string, string>(10_000, () => {
      reads += 1
      return reads === 1 ? Promise.reject(new Error("no database")) : Promise.resolve("read")
    })
    await expect(known.get("a")).rejects.toThrow("no database")
    expect(await known.get("a")).toBe("read")
  })
})
