import { TtlCache } from "../ttl-cache"

/** A cache whose values count the reads. */
function counting(ms: number) {
  let reads = 0
  return new TtlCache<string, number>(ms, () => Promise.resolve((reads += 1)))
}

describe("TtlCache", () => {
  it("reads once for all callers, each key for itself", async () => {
    const cache = counting(10_000)
    expect(await Promise.all([cache.get("a"), cache.get("a"), cache.get("b")])).toEqual([1, 1, 2])
  })

  it("reads afresh once the time is up", async () => {
    const cache = counting(0)
    expect([await cache.get("a"), await cache.get("a")]).toEqual([1, 2])
  })

  it("reads afresh after `forget`, also while an older read is under way", async () => {
    const cache = counting(10_000)
    const older = cache.get("a")
    cache.forget("a")
    expect([await cache.get("a"), await older, await cache.get("a")]).toEqual([2, 1, 2])
  })

  it("does not cache a failed read", async () => {
    let reads = 0
    const cache = new TtlCache<string, string>(10_000, () => {
      reads += 1
      return reads === 1 ? Promise.reject(new Error("no database")) : Promise.resolve("read")
    })
    await expect(cache.get("a")).rejects.toThrow("no database")
    expect(await cache.get("a")).toBe("read")
  })
})
