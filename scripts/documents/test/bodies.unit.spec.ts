import { parseJsonExactly, parseWebhook } from "../../../src/client"
import { parseCreatePaymentAnswer } from "../../../src/client/operations/create-payment"
import { parseStatusPaymentAnswer } from "../../../src/client/operations/status-payment"
import { type Block, blocksIn, placeOf } from "../pages"
import { problemOfRequest } from "../routes"

type Reader = { what: string; isMeant: (text: string) => boolean; read: (block: Block) => unknown }

const answerOf = ({ code }: Block) => ({ httpStatus: 200, body: parseJsonExactly(code) })

/** Whose body a block is, by what the sentence before it names, and what reads such a body. */
const READERS: readonly Reader[] = [
  {
    what: "an answer of create_payment",
    isMeant: (text) => text.includes("`create_payment`"),
    read: (block) => parseCreatePaymentAnswer(answerOf(block)),
  },
  {
    what: "an answer of status_payment",
    isMeant: (text) => text.includes("`status_payment`"),
    read: (block) => parseStatusPaymentAnswer(answerOf(block), undefined),
  },
  {
    what: "a webhook",
    isMeant: (text) => /\bwebhook\b/i.test(text),
    read: ({ code }) => {
      const webhook = parseWebhook(JSON.parse(code))
      if (webhook.kind !== "payment_confirmed") throw new Error(JSON.stringify(webhook))
      return webhook
    },
  },
]

/** What is said right before a block; several in a row go on from the same words. */
function wordsBefore(blocks: readonly Block[], n: number): string {
  const words = blocks[n]?.before.trim().split("\n\n").at(-1) ?? ""
  return words === "" && n > 0 ? wordsBefore(blocks, n - 1) : words
}

const json = blocksIn("json")
const bodies = json.map((block, n) => {
  const words = wordsBefore(json, n)
  return { place: placeOf(block), block, reader: READERS.find(({ isMeant }) => isMeant(words)) }
})

/** The requests of a block: a line each, with the body behind it or in the line below. */
function requestsIn({ code }: Block) {
  return [...code.matchAll(/^([A-Z]+) +(\S+)(?:\s+(\{.*\}))?$/gm)].map(
    ([, method = "", path = "", body]) => ({ method, path, body })
  )
}

describe("every body in the pages", () => {
  it.each(bodies)(
    "$place is one that the plugin reads: $reader.what",
    ({ place, block, reader }) => {
      if (reader === undefined) {
        throw new Error(
          `${place}: say in scripts/documents/test/bodies.unit.spec.ts what reads it.`
        )
      }
      expect(reader.read(block)).toBeDefined()
    }
  )

  it("is there: an answer of each kind, and a webhook", () => {
    const read = bodies.map(({ reader }) => reader?.what)
    expect([...new Set(read)]).toEqual(READERS.map(({ what }) => what))
  })
})

describe("every request in the pages", () => {
  it.each(blocksIn("http").map((block) => [placeOf(block), block] as const))(
    "%s goes to a route that there is, with a body it takes",
    (_, block) => {
      const requests = requestsIn(block)
      const lines = block.code.split("\n").filter((line) => /^[A-Z]/.test(line))
      expect(requests).toHaveLength(lines.length)
      expect(requests.flatMap((request) => problemOfRequest(request) ?? [])).toEqual([])
    }
  )
})
