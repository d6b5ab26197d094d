import { readFileSync } from "node:fs"
import TestSequencer from "@jest/test-sequencer"

/** A shop's options as they are written in a file of tests. */
const OPTIONS = /describeShop\(\s*"[^"]*",\s*(.*?),?\s*\(shop\)/s

/**
 * Files whose shops have the same options follow each other, so that a worker starts a shop once for all
 * of them (setup/worker-shop.ts). The largest of these groups comes last, as its files are spread over
 * the workers best. Within a group, and where there are no shops, the order is jest's own.
 */
export default class Sequencer extends TestSequencer {
  sort(tests) {
    const groups = new Map()
    for (const test of super.sort(tests)) {
      const options = optionsIn(test)
      groups.set(options, [...(groups.get(options) ?? []), test])
    }
    return [...groups.values()].sort((a, b) => a.length - b.length).flat()
  }
}

function optionsIn({ path }) {
  return OPTIONS.exec(readFileSync(path, "utf8"))?.[1]
}
