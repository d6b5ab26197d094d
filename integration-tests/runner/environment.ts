import { Console } from "node:console"
import { Writable } from "node:stream"
import { TestEnvironment } from "jest-environment-node"
import { register } from "tsx/cjs/api"

declare global {
  /** Node's own `require`, which knows nothing of jest. */
  var nodeRequire: NodeJS.Require
}

type Given = ConstructorParameters<typeof TestEnvironment>

/** What Jest tells an environment, as far as it is asked for here. */
type TestEvent = {
  name: string
  /** `describe`, `it`, `expect` and the like. */
  runtimeGlobals?: object
  hook?: { type: string }
  test?: { name: string; errors: readonly unknown[] }
}

/** What jest compares a test's values with: `expect.any(Number)` means the test's own. */
const BUILT_INS = [
  "Array",
  "BigInt",
  "Boolean",
  "Date",
  "Error",
  "Function",
  "Map",
  "Number",
  "Object",
  "Promise",
  "RegExp",
  "Set",
  "String",
  "Symbol",
  "TypeError",
] as const

// Medusa requires the shop's configuration, which is TypeScript.
register()

/**
 * Where tests run that have a Medusa in their process: outside of jest's sandbox (transformer.mjs), in
 * which only jest itself stays.
 *
 * What a server logs is heard and not shown: most of it tells what a test did to it on purpose. The
 * lines of a test are printed when it fails, and so are those of a hook.
 */
export default class ServerEnvironment extends TestEnvironment {
  readonly #shown: Console
  readonly #heard: string[] = []
  readonly #console = globalThis.console

  constructor(...given: Given) {
    super(...given)
    this.#shown = given[1].console
  }

  override async setup(): Promise<void> {
    await super.setup()
    for (const name of BUILT_INS) Reflect.set(this.global, name, globalThis[name])
    globalThis.nodeRequire = require
    Reflect.set(this.global, "nodeRequire", require)
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk: unknown, _encoding, done) => {
        this.#heard.push(String(chunk))
        done()
      },
    })
    globalThis.console = new Console({ stdout: stream, stderr: stream })
  }

  override async teardown(): Promise<void> {
    globalThis.console = this.#console
    await super.teardown()
  }

  handleTestEvent({ name, runtimeGlobals, hook, test }: TestEvent): void {
    if (name === "setup") Object.assign(globalThis, runtimeGlobals)
    if (name === "test_start") this.#heard.length = 0
    if (name === "hook_failure" && hook) this.#show(`a hook (${hook.type})`)
    if (name === "test_done" && test && test.errors.length > 0) {
      this.#show(`"${test.name}"`)
      // Whatever went wrong there is not handed on to the next file.
      if (globalThis.shopOfWorker) globalThis.shopOfWorker.isDoubtful = true
    }
  }

  #show(whose: string): void {
    if (this.#heard.length > 0) this.#shown.log(`Logged during ${whose}:\n${this.#heard.join("")}`)
    this.#heard.length = 0
  }
}
