import { z } from "zod"
import { ANSWERS, BODIES } from "./components"
import type { Operation, StoreOperation } from "./operation"
import { STORE_REFUSALS } from "./store-refusals"

type Json = Record<string, unknown>

/** What each refusal means; the sentence is in its `message`. */
const REFUSALS: Readonly<Record<401 | 403 | 404 | 400 | 409 | 502, string>> = {
  400: "The request is wrong: the message says what and where.",
  401: "Nobody is logged in: only users of the admin and secret API keys may ask.",
  403: "Roles are switched on in this store, and the caller's lacks the permission.",
  404: "There is no such thing.",
  409: "It cannot be done as things stand.",
  502: "The payment service did not do its part; `code` says why.",
}

/** Core's own answer, which has no type. */
const UNAUTHORIZED = {
  "application/json": {
    schema: {
      type: "object",
      properties: { message: { type: "string" } },
      required: ["message"],
    },
  },
}

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  handle: "The cash desk's name, as in `options.cashDesk` of the provider's entry",
  id: "Medusa's or the plugin's id, such as `order_…` or `cuinv_…`",
}

/** Describes operations as an OpenAPI 3.1 document. The same operations give the same document. */
export function openApiOf(operations: readonly (Operation | StoreOperation)[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "API of medusa-payment-checkout-uz",
      version: "1.0.0",
      summary: "What the plugin adds to Medusa's admin and store APIs.",
      license: { name: "MIT", identifier: "MIT" },
    },
    security: [{ bearer: [] }, { session: [] }, { secretApiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A token of a user of the admin" },
        session: { type: "apiKey", in: "cookie", name: "connect.sid" },
        secretApiKey: {
          type: "http",
          scheme: "basic",
          description: "A secret API key as the user's name, without a password",
        },
        publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
      },
      schemas: componentsOf(),
    },
  }
}

function describe(operation: Operation | StoreOperation): Json {
  const parameters = [...pathParameters(operation.path), ...queryParameters(operation.query)]
  const refusals = "codes" in operation ? storeRefusals(operation) : adminRefusals(operation)
  return {
    operationId: operationId(operation),
    summary: operation.summary,
    tags: [operation.tag],
    ...("codes" in operation
      ? { security: [{ publishableKey: [] }] }
      : {
          description: `Permission: \`${operation.permission.resource}:${operation.permission.operation}\`.`,
        }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(operation.body) } }),
    responses: {
      "200": { description: "Done.", content: contentOf(operation.answers) },
      ...refusals,
    },
  }
}

function adminRefusals({ refusals }: Operation): Json {
  const statuses = [...new Set([...refusals, 401, 403] as const)].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: REFUSALS[status],
        content: status === 401 ? UNAUTHORIZED : jsonOf("Refusal"),
      },
    ])
  )
}

function storeRefusals({ codes }: StoreOperation): Json {
  const all = [...codes, "too_many_requests" as const]
  const statuses = [...new Set(all.map((code) => STORE_REFUSALS[code][0]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const these = all.filter((code) => STORE_REFUSALS[code][0] === status)
      const description = these.map((code) => `\`${code}\``).join(", ")
      return [String(status), { description, content: jsonOf("StoreRefusal") }]
    })
  )
}

/** Such as `postInvoicesIdCheck`. */
function operationId({ method, path }: Pick<Operation, "method" | "path">): string {
  const words = path
    .replace(/^\/(?:admin|(store))\/checkout-uz/, "$1")
    .split(/[^a-z]+/i)
    .filter((word) => word !== "")
  return [
    method.toLowerCase(),
    ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("")
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name] ?? "",
    schema: { type: "string" },
  }))
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  return partsOf(z.toJSONSchema(query, { io: "input", override: shorten })).flatMap(
    ({ properties, required }) =>
      Object.entries(properties).map(([name, schema]) => ({
        name,
        in: "query",
        required: required.includes(name),
        // Several values are separated by commas.
        ...("items" in schema ? { style: "form", explode: false } : {}),
        schema,
      }))
  )
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
})

/** A query is an object, or several at once. */
function partsOf(schema: unknown): z.infer<typeof objectSchema>[] {
  const several = z.object({ allOf: z.array(objectSchema) }).safeParse(schema)
  return several.success ? several.data.allOf : [objectSchema.parse(schema)]
}

function contentOf(answers: Operation["answers"]): Json {
  const contents = answers.map((answer): Json =>
    answer === "csv" ? { "text/csv": { schema: { type: "string" } } } : jsonOf(answer)
  )
  return Object.fromEntries(contents.flatMap((content) => Object.entries(content)))
}

function jsonOf(component: string): Json {
  return { "application/json": { schema: { $ref: uriOf(component) } } }
}

function uriOf(component: string): string {
  return `#/components/schemas/${component}`
}

function componentsOf(): Json {
  const all = { ...schemasOf(BODIES, "input"), ...schemasOf(ANSWERS, "output") }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function schemasOf(named: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: uriOf,
    override: ({ jsonSchema }) => {
      shorten({ jsonSchema })
      // A later version may answer more than this one: a reader must not refuse it.
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withoutNames(schema)])
  )
}

/** Leaves out what says nothing more: a date's pattern beside its format, the ends of whole numbers. */
function shorten({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format?.startsWith("date")) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** A component is named by its place in the document. */
function withoutNames(schema: object): Json {
  const names = new Set(["$schema", "$id", "id"])
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !names.has(key)))
}
