import { codeBlocks, readDocument } from "../documents"

describe("docs/running.md", () => {
  it("configures several servers with what the cluster test runs on", () => {
    const [block = ""] = codeBlocks(readDocument("docs/running.md"), "ts")
    const modules = /modules: \[\n\s+\/\/ \.\.\.\n([\s\S]+?)^ {2}\],/m.exec(block)?.[1] ?? ""
    expect(modules).toContain("event-bus-redis")
    const tested = readDocument("integration-tests/cluster/store/medusa-config.ts")
    expect(tested).toContain(modules)
    for (const line of ["redisUrl,", "featureFlags: { caching: true },"]) {
      expect(block).toContain(line)
      expect(tested).toContain(line)
    }
  })
})
