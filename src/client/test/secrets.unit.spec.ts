import { inspect } from "node:util"
import { CheckoutUzError, type CheckoutUzClientConfig } from ".."
import { secretHider } from "../secrets"
import { API_KEY, cutOff, hang, reply, reset, useLocalServer, type Reply } from "./local-server"
import { CALLS, CARD, number, PAYMENT_TOKEN, rejection, SMS_CODE } from "./samples"

const server = useLocalServer()

const digits = CARD.replaceAll(" ", "")
/** Characters of the service's own words that an error holds at most. */
const LONGEST_SERVICE_TEXT = 200
const SECRETS = [API_KEY, CARD, digits, SMS_CODE, PAYMENT_TOKEN, "11/31", "Bearer"]

/** All that a log, a crash report or an error page could print of an error. */
function printed(error: unknown): string {
  const stack = error instanceof Error ? [error.stack, error.message] : []
  return [
    String(error),
    JSON.stringify(error),
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    inspect(error, { depth: Infinity, showHidden: true }),
    ...stack,
  ].join("\n")
}

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret)
}

const echo = `key ${API_KEY}, header Basic ${API_KEY}, card ${CARD} = ${digits} = ${digits.replace(/(\d{4})(?=\d)/g, "$1-")}, code ${SMS_CODE} or 482 913, expiry 11/31, token ${PAYMENT_TOKEN.toUpperCase()} ${PAYMENT_TOKEN}`

const refuses: Reply = (response) => {
  response.socket?.destroy()
}

const answers: [string, Reply][] = [
  ...[400, 401, 403, 404, 422, 429, 500, 502].map((status): [string, Reply] => [
    `${status} that echoes everything`,
    reply(status, { error: echo }),
  ]),
  ["400 that echoes in plain text", reply(400, echo)],
  ["400 that echoes in a JSON text", reply(400, JSON.stringify(echo))],
  ["400 that echoes behind much text", reply(400, { error: "x".repeat(195) + API_KEY + digits })],
  ["200 that refuses and echoes", reply(200, { status: "error", message: echo })],
  ["200 html that echoes", reply(200, `<html>${echo}</html>`)],
  [
    "200 with keys and values that echo",
    reply(200, { status: "success", [echo]: echo, payment: echo, data: echo }),
  ],
  ["302 that echoes", reply(302, echo, { Location: `/${API_KEY}` })],
  ["a reset", reset],
  ["a closed connection", refuses],
  ["an answer cut off", cutOff],
  ["2 MB", reply(200, echo.repeat(20_000))],
  ["no answer", hang],
]

/** Calls every operation that can fail on its answer; get_fiscal takes any JSON. */
async function failuresOfAll(config: Partial<CheckoutUzClientConfig>): Promise<unknown[]> {
  const client = server.client({ maxRetries: 1, timeoutMs: 100, ...config })
  const withParameters = CALLS.filter(({ operation }) => operation !== "get_fiscal")
  return await Promise.all(withParameters.map(({ call }) => rejection(call(client))))
}

describe("no secret is ever in an error or in the log", () => {
  it.each(answers)("%s", async (_, answer) => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    server.says(answer)
    const errors = await failuresOfAll({ logger: { warn: write, debug: write } })
    for (const error of errors) {
      expect(error).toBeInstanceOf(CheckoutUzError)
      expect(error).not.toHaveProperty("cause")
      const { operation } = error as CheckoutUzError
      const text = printed(error)
      // What an operation was not given, it cannot know to be a secret: only the key is everywhere.
      expect(text).not.toContain(API_KEY)
      expect(text).not.toContain("Bearer")
      if (operation === "pay_via_card") expect(text).not.toMatch(/8600\D{0,3}0000|11\/31/)
      if (operation === "confirm_card_payment") {
        expect(text).not.toMatch(new RegExp(`482\\D?913|${PAYMENT_TOKEN}`, "i"))
      }
    }
    expectNoSecret(lines.join("\n"))
  })

  it.each(CALLS.filter(({ operation }) => operation !== "get_fiscal"))(
    "$operation: a secret at the end of a long text is hidden before the text is cut, wherever the cut falls",
    async ({ operation, call }) => {
      const secrets = [API_KEY]
      if (operation === "pay_via_card") secrets.push(digits, CARD)
      if (operation === "confirm_card_payment") secrets.push(PAYMENT_TOKEN, SMS_CODE)
      for (const secret of secrets) {
        // Half a secret at the cut would not be recognised, so it must be gone by then.
        for (let shown = 1; shown <= secret.length; shown += 1) {
          const filler = "~".repeat(LONGEST_SERVICE_TEXT - shown)
          server.says(reply(400, { error: filler + secret }))
          const error = await rejection(call(server.client()))
          const hidden = (filler + "[hidden]").slice(0, LONGEST_SERVICE_TEXT)
          expect(error).toMatchObject({ serviceText: hidden })
          expect(printed(error)).not.toContain(`~${secret.slice(0, shown)}`)
        }
      }
    }
  )

  it.each([
    ["nobody listens", "http://127.0.0.1:1/api/v1"],
    ["no address", API_KEY],
    ["no http", `ftp://${API_KEY}/`],
    ["credentials in it", `http://${API_KEY}:${API_KEY}@127.0.0.1:1/`],
    ["the key in its path", `http://127.0.0.1:1/${API_KEY}`],
    ["the key in its query", `http://127.0.0.1:1/?key=${API_KEY}`],
    ["no such host", `http://${API_KEY}.invalid/`],
    ["https where http is spoken", "https"],
  ])("a wrong base address: %s", async (_, address) => {
    const baseUrl = address === "https" ? server.origin.replace("http:", "https:") : address
    for (const error of await failuresOfAll({ baseUrl })) {
      expect(error).toBeInstanceOf(CheckoutUzError)
      expectNoSecret(printed(error))
    }
  })

  it("a key that cannot be sent is not repeated either", async () => {
    for (const error of await failuresOfAll({ apiKey: `${API_KEY}\n${API_KEY}` })) {
      expect(error).toMatchObject({ code: "unauthorized" })
      expectNoSecret(printed(error))
    }
  })

  it("the message that goes with an SMS code does not repeat the card", async () => {
    server.says(
      reply(200, {
        status: "success",
        payment_token: PAYMENT_TOKEN,
        message: `Code sent for ${CARD}`,
      })
    )
    const started = await server
      .client()
      .payViaCard({ orderId: number(61001), cardNumber: CARD, cardExpiry: "11/31" })
    expect(started).toEqual({ paymentToken: PAYMENT_TOKEN, message: "Code sent for [hidden]" })
  })
})

describe("hiding", () => {
  it("finds a secret whatever stands in it, between its digits, or around it", () => {
    const hide = secretHider(["a+b/c=", "8600 0000 0000 0001", ""])
    expect(hide("x a+b/c= y A%2BB%2Fc%3D z 8600-0000-0000-0001, 8600000000000001.")).toBe(
      "x [hidden] y [hidden] z [hidden], [hidden]."
    )
    expect(hide("nothing to hide")).toBe("nothing to hide")
  })

  it("hides the longer of two secrets whole when one is part of the other", () => {
    expect(secretHider(["key", "key-2"])("key-2 key")).toBe("[hidden] [hidden]")
  })

  it("hides nothing when there is no secret, and takes half a character for one", () => {
    expect(secretHider([" "])("a b")).toBe("a b")
    expect(secretHider(["\ud83c"])("a b")).toBe("a b")
  })
})
