import { Console } from "node:console"
import { Writable } from "node:stream"
import { TestEnvironment } from "jest-environment-node"

type Given = ConstructorParameters<typeof TestEnvironment>

/** What Jest tells an environment, as far as it is asked for here. */
type TestEvent = {
  name: string
  hook?: { type: string }
  test?: { name: string; errors: readonly unknown[] }
}

/**
 * What a server logs is heard and not shown: most of it tells what a test did to it on purpose. The
 * lines of a test are printed when it fails, and so are those of a hook.
 */
export default class QuietEnvironment extends TestEnvironment {
  readonly #shown: Console
  readonly #heard: string[] = []

  constructor(...given: Given) {
    super(...given)
    this.#shown = given[1].console
  }

  override async setup(): Promise<void> {
    await super.setup()
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk: unknown, _encoding, done) => {
        this.#heard.push(String(chunk))
        done()
      },
    })
    this.global.console = new Console({ stdout: stream, stderr: stream })
  }

  handleTestEvent({ name, hook, test }: TestEvent): void {
    if (name === "test_start") this.#heard.length = 0
    if (name === "hook_failure" && hook) this.#show(`a hook (${hook.type})`)
    if (name === "test_done" && test && test.errors.length > 0) this.#show(`"${test.name}"`)
  }

  #show(whose: string): void {
    if (this.#heard.length > 0) this.#shown.log(`Logged during ${whose}:\n${this.#heard.join("")}`)
    this.#heard.length = 0
  }
}
