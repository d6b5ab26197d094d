import { z } from "zod"
import { largestBody } from "../assumptions"
import {
  cardFields,
  confirmFields,
  createFields,
  fiscalFields,
  historyFields,
  statusFields,
} from "./operations"

type Json = Record<string, unknown>

const success = <T extends z.core.$ZodLooseShape>(rest: T) =>
  z.object({ status: z.literal("success"), ...rest })

const dateTime = z.string().meta({ description: "YYYY-MM-DD HH:MM:SS, Toshkent's time" })
const uzs = z.number().meta({ description: "UZS" })

const statusRecord = z.object({
  id: z.int(),
  amount: uzs,
  status: z.string().meta({ description: "`paid` is the one word that means money" }),
  created_at: dateTime,
  paid_at: dateTime.nullable(),
})

const payment = z.object({
  _id: z.int(),
  _uuid: z.string(),
  _url: z.string(),
  _amount: uzs,
  _status: z.string(),
  _pay_via: z.record(z.string(), z.string()),
  custom_payment_pages: z.array(z.object({ domain: z.string(), _url: z.string() })),
  _return_url: z.string().nullable(),
  _lifteme: z.object({ _second: z.int(), _hour: z.int() }),
})

const method = z.object({
  key: z.string(),
  name: z.string(),
  logo_light: z.string(),
  logo_dark: z.string(),
})

type Described = { summary: string; body?: z.ZodType; answer: z.ZodType }

/** The nine operations (docs/service.md, 1.9), as they are documented. */
const OPERATIONS: Readonly<Record<string, Described>> = {
  create_payment: {
    summary: "Makes an invoice",
    body: createFields,
    answer: success({ payment }),
  },
  status_payment: {
    summary: "Whether an invoice is paid; by `id` or by `uuid`",
    body: statusFields,
    answer: success({ data: statusRecord }),
  },
  get_fiscal: {
    summary: "The fiscal receipt; null while there is none. Its fields are not documented",
    body: fiscalFields,
    answer: success({ data: z.looseObject({}).nullable() }),
  },
  pay_via_card: {
    summary: "Step 1 of a card payment: the bank sends a code by SMS",
    body: cardFields,
    answer: success({ message: z.string(), payment_token: z.string() }),
  },
  confirm_card_payment: {
    summary: "Step 2 of a card payment: the code of the SMS",
    body: confirmFields,
    answer: success({ type: z.string() }),
  },
  get_balance: {
    summary: "What the cash desk holds",
    answer: success({ balance: z.looseObject({ uzs }) }),
  },
  get_history: {
    summary: "The latest payments, the newest first",
    body: historyFields,
    answer: success({ data: z.array(statusRecord) }),
  },
  get_stats: {
    summary: "How many orders, over how much",
    answer: success({ stats: z.object({ total_orders: z.int(), total_amount: uzs }) }),
  },
  get_payment_methods: {
    summary: "The payment systems that the cash desk offers",
    answer: success({ data: z.array(method) }),
  },
}

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => z.toJSONSchema(schema, { io })

const jsonOf = (schema: Json) => ({ content: { "application/json": { schema } } })

const REFUSED = {
  400: "The request is wrong, or was refused: a card, a code, an invoice that is paid",
  401: "The API key is missing or unknown",
  403: "The caller's address is not on the cash desk's whitelist",
  404: "There is no such invoice in this cash desk",
  413: `The body is larger than ${largestBody} bytes`,
  503: "A bank or a payment system does not answer",
} as const

const refusal = jsonOf({
  type: "object",
  properties: { error: { type: "string" } },
  required: ["error"],
})

const described = ({ summary, body, answer }: Described): Json => ({
  summary,
  ...(body && { requestBody: jsonOf(schemaOf(body, "input")) }),
  responses: {
    200: { description: "Done", ...jsonOf(schemaOf(answer, "output")) },
    ...Object.fromEntries(
      Object.entries(REFUSED).map(([status, description]) => [status, { description, ...refusal }])
    ),
  },
})

/** The service as an OpenAPI 3.1 document: its answers in the documented types. */
export const openApi = (baseUrl: string): Json => ({
  openapi: "3.1.0",
  info: {
    title: "Payment service",
    version: "1",
    summary:
      "The invoicing service of docs/service.md, as its sandbox answers with documented types.",
  },
  servers: [{ url: `${baseUrl}/api/v1` }],
  security: [{ key: [] }],
  paths: Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, operation]) => [
      `/${name}`,
      { post: { operationId: name, ...described(operation) } },
    ])
  ),
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
})
