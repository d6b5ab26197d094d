import { appendFileSync } from "node:fs"
import { relative } from "node:path"

const SLOWEST = 10

/**
 * Prints the slowest tests at the end of a run, and adds what passed and failed as one line of JSON to
 * the file that `TEST_COUNTS` names, for whoever sums up several runs (.ci/run).
 */
export default class Reporter {
  onRunComplete(_contexts, results) {
    const slowest = results.testResults
      .flatMap(({ testFilePath, testResults }) =>
        testResults.map(({ fullName, duration }) => ({ testFilePath, fullName, duration }))
      )
      .filter(({ duration }) => typeof duration === "number")
      .sort((a, b) => b.duration - a.duration)
      .slice(0, SLOWEST)
    process.stderr.write(`\nThe slowest tests:\n${slowest.map(line).join("")}`)
    if (process.env.TEST_COUNTS) {
      appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify(countsOf(results))}\n`)
    }
  }
}

function line({ testFilePath, fullName, duration }) {
  const seconds = (duration / 1000).toFixed(1).padStart(7)
  return `${seconds} s  ${relative(process.cwd(), testFilePath)}: ${fullName}\n`
}

/** A file that does not even load has no test that could fail. */
function countsOf({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }
}
