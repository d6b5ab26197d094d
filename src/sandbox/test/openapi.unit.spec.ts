import Ajv from "ajv/dist/2020"
import { z } from "zod"
import { startSandbox } from ".."
import { operations } from "../http/operations"
import { goodCard, startSandbox as startForTests, type Running } from "./running"

const answered = z.object({
  responses: z.record(
    z.string(),
    z.object({ content: z.object({ "application/json": z.object({ schema: z.looseObject({}) }) }) })
  ),
})
const documentSchema = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.object({ post: answered })),
})

let sandbox: Running
beforeEach(async () => {
  sandbox = await startForTests()
})
afterEach(() => sandbox.close())

describe("the description of the service", () => {
  it("names its address and every operation", async () => {
    const { servers, paths } = documentSchema.parse((await sandbox.page("/openapi.json")).body)
    expect(servers).toEqual([{ url: `${sandbox.url}/api/v1` }])
    expect(Object.keys(paths)).toEqual(Object.keys(operations).map((name) => `/${name}`))
  })

  it("is what the sandbox answers, done or refused", async () => {
    const { paths } = documentSchema.parse((await sandbox.page("/openapi.json")).body)
    await sandbox.control("PUT", "/settings", { types: "documented", fiscal_delay_seconds: 0 })
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    const calls: [string, object?][] = [
      ["create_payment", { amount: 7000 }],
      ["status_payment", { id: _id }],
      ["get_fiscal", { order_id: _id }],
      ["pay_via_card", { order_id: _id, ...goodCard }],
      ["confirm_card_payment", { payment_token: token, sms_code: "123456" }],
      ["status_payment", { id: _id }],
      ["get_fiscal", { order_id: _id }],
      ["get_balance"],
      ["get_history", { limit: 1 }],
      ["get_stats"],
      ["get_payment_methods"],
      // Refused: an amount, a card, an invoice that is not there, a key.
      ["create_payment", { amount: 1 }],
      ["pay_via_card", { order_id: _id, ...goodCard }],
      ["status_payment", { id: 1 }],
    ]
    const ajv = new Ajv({ strict: false })
    const check = (operation: string, status: number, body: unknown) => {
      const { responses } = paths[`/${operation}`]?.post ?? { responses: {} }
      const schema = responses[status]?.content["application/json"].schema
      expect({ operation, status, isDescribed: schema !== undefined }).toMatchObject({
        isDescribed: true,
      })
      const isValid = ajv.validate(schema ?? false, body)
      expect({ operation, problems: isValid ? null : ajv.errors }).toMatchObject({ problems: null })
    }
    for (const [operation, body] of calls) {
      const answer = await sandbox.api(operation, body)
      check(operation, answer.status, answer.body)
    }
    const refused = await sandbox.api("get_balance", undefined, "wrong")
    check("get_balance", refused.status, refused.body)
  })
})

it("a sandbox is started for a test in one call", async () => {
  const { serviceUrl, apiKey, close } = await startSandbox({ key: "key-of-a-test" })
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await fetch(`${serviceUrl}/get_balance`, { method: "POST", headers })
  expect(await answer.json()).toMatchObject({ status: "success", balance: { uzs: 0 } })
  await close()
})
