import { readFileSync } from "node:fs"
import TestSequencer from "@jest/test-sequencer"

/** A shop's options as they are written in a file of tests. */
const OPTIONS = /describeShop\(\s*"[^"]*",\s*(.*?),?\s*\(shop\)/s

/**
 * Files whose shops have the same options follow each other, so that a worker starts a shop once for all
 * of them (setup/worker-shop.ts). The largest of these groups comes last, as its files are spread over
 * the workers best. Within a group, and where there are no shops, the order is jest's own, which follows
 * how long each file took here before. The browser tests share one store, where each file finds what those
 * before it left: they have one order on every machine.
 */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const groups = new Map()
    for (const test of ordered(tests, () => super.sort(tests))) {
      const options = optionsIn(test)
      groups.set(options, [...(groups.get(options) ?? []), test])
    }
    return [...groups.values()].sort((a, b) => a.length - b.length).flat()
  }
}

function ordered(tests, asJestDoes) {
  const shareOneStore = tests.every(({ context }) => context.config.displayName?.name === "e2e")
  return shareOneStore ? tests.toSorted((a, b) => (a.path < b.path ? -1 : 1)) : asJestDoes()
}

function optionsIn({ path }) {
  return OPTIONS.exec(readFileSync(path, "utf8"))?.[1]
}
