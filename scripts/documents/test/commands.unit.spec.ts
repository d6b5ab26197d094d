import { doctorCommand } from "../../../src/cli/doctor"
import { sandboxCommand } from "../../../src/sandbox/command"
import { readDocument } from "../../package/documents"
import { problemOfCommand } from "../commands"
import { blocksIn, INLINE, type Piece, placeOf } from "../pages"
import { problemOfRequest } from "../routes"
import { NOT_RUN, RUNS } from "../runs"
import { type Command, commandsIn } from "../shell"

const blocks = blocksIn("bash")
/** In sentences, where what is named alone, such as `curl`, is no command. */
const COMMAND = /^(npm|npx|pnpm|yarn|curl|git|openssl|psql|medusa|node) \S/
const inline = INLINE.filter(({ code }) => COMMAND.test(code))

type Named = { piece: Piece; command: Command }
const named: Named[] = [...blocks, ...inline].flatMap((piece) =>
  commandsIn(piece.code).map((command) => ({ piece, command }))
)
const textOf = ({ words }: Command) => words.join(" ")

/** One line for each that has a problem. */
const problems = (all: readonly Named[]) =>
  all.flatMap(({ piece, command }) => {
    const problem = problemOfCommand(command)
    return problem === undefined ? [] : [`${placeOf(piece)}: ${textOf(command)}: ${problem}`]
  })

const isJest = ({ command }: Named) => textOf(command).startsWith("npx jest")

describe("every command that a page names", () => {
  it("is one that there is, with flags it takes and a request that would be answered", () => {
    expect(blocks.length).toBeGreaterThan(10)
    expect(inline.length).toBeGreaterThan(40)
    expect(problems(named.filter((one) => !isJest(one)))).toEqual([])
  })

  it("finds tests, where it is jest's", () => {
    const first = new Map(named.filter(isJest).map((one) => [textOf(one.command), one]))
    expect(first.size).toBeGreaterThan(1)
    expect(problems([...first.values()])).toEqual([])
  }, 60_000)

  it("is run by what scripts/documents/runs.ts says, or says there why nothing runs it", () => {
    const beginnings = [...RUNS.map(([command]) => command), ...Object.keys(NOT_RUN)]
    const texts = named.map(({ command }) => textOf(command))
    expect(texts.filter((text) => !beginnings.some((one) => text.startsWith(one)))).toEqual([])
    expect(beginnings.filter((one) => !texts.some((text) => text.startsWith(one)))).toEqual([])
    for (const [, file, words] of RUNS) expect(readDocument(file)).toContain(words)
  })

  it.each([
    ["npm run nothing", /no script "nothing"/],
    ["npm run bench -- --shortly", /knows no "--shortly"/],
    ["npm run bench lists-of-nothing", /knows no "lists-of-nothing"/],
    ["npm run demo # or -- --onse", /knows no "--onse"/],
    ["npm instal medusa-payment-checkout-uz", /npm instal is not known/],
    ["npx medusa db:migrat", /no command "db:migrat"/],
    ["npx medusa-payment-checkout-uz sandbox --prot 1", /unknown option '--prot'/],
    ["npx medusa-payment-checkout-uz sandbox --port x", /A port is a number/],
    ["curl https://shop.example/hooks/checkout-uz", /no route GET/],
    ["curl -X PUT $SHOP/admin/checkout-uz/invoices/$ID/resolve", /no route PUT/],
    ["curl -X POST $SHOP/admin/checkout-uz/invoices/$ID/resolve", /needs a body/],
    [
      `curl -X POST $SHOP/admin/checkout-uz/invoices/$ID/resolve -H "Content-Type: application/json" -d '{"action":"x"}'`,
      /is refused/,
    ],
    ["psql -c 'SELECT 1'", /teach scripts\/documents\/commands\.ts/],
  ])("%s: its mistake would be seen", (code, problem) => {
    const found = commandsIn(code).map(problemOfCommand)
    expect(found).toEqual([expect.stringMatching(problem)])
  })
})

describe("every request that a page names", () => {
  const requests = INLINE.flatMap((piece) => {
    const [, method = "", path = ""] = /^(GET|POST|PUT|DELETE) (\S+)$/.exec(piece.code) ?? []
    return method === "" ? [] : [{ piece, method, path }]
  })

  it("is one of the plugin's, the sandbox's or Medusa's routes", () => {
    expect(requests.length).toBeGreaterThan(15)
    const wrong = requests.flatMap(({ piece, ...request }) => {
      const problem = problemOfRequest(request)
      return problem?.startsWith("there is no route") === true
        ? [`${placeOf(piece)}: ${problem}`]
        : []
    })
    expect(wrong).toEqual([])
  })
})

describe("every flag", () => {
  it.each([
    ["docs/sandbox.md", /^\| `(--[a-z-]+)`/gm, sandboxCommand()],
    ["docs/doctor.md", /`(--[a-z-]+)`/g, doctorCommand()],
  ])("that %s names is one of its command, and none is left out", (page, flag, { options }) => {
    const flags = [...readDocument(page).matchAll(flag)].map(([, name = ""]) => name)
    expect(flags.sort()).toEqual(options.map(({ long }) => long).sort())
  })
})
