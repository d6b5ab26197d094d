import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { openApiOf } from "../openapi"
import { OPERATIONS } from "../operations"
import { STORE_OPERATIONS } from "../store-operations"

const ROOT = join(__dirname, "..", "..", "..")
const API = join(ROOT, "src", "api")
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** `METHOD /path` of everything that the route files under the plugin's folder of an API export. */
function routesInTheTree(api: "admin" | "store"): string[] {
  const files = readdirSync(join(API, api, "checkout-uz"), {
    recursive: true,
    withFileTypes: true,
  })
  return files
    .filter((file) => file.isFile() && file.name === "route.ts")
    .flatMap(({ parentPath, name }) => {
      const folders = relative(API, parentPath).split(sep)
      // A folder called "test" would be left out of Medusa's build, so that route's is a parameter.
      const path = `/${folders
        .join("/")
        .replace("[test]", "test")
        .replaceAll(/\[(\w+)\]/g, "{$1}")}`
      return methodsIn(readFileSync(join(parentPath, name), "utf8")).map(
        (method) => `${method} ${path}`
      )
    })
    .sort()
}

function methodsIn(source: string): string[] {
  return METHODS.filter((method) =>
    new RegExp(
      String.raw`^export (?:async )?(?:function|const) ${method}\b|^export \{[^}]*\b${method}\b[^}]*\}`,
      "m"
    ).test(source)
  )
}

/** Every value under a key, however deep. */
function valuesOf(key: string, json: unknown): unknown[] {
  if (Array.isArray(json)) return json.flatMap((item) => valuesOf(key, item))
  if (json === null || typeof json !== "object") return []
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) =>
    name === key ? [value] : valuesOf(key, value)
  )
}

describe("the description of the plugin's routes", () => {
  const all = [...OPERATIONS, ...STORE_OPERATIONS]
  const document = openApiOf(all)

  it.each([
    ["admin", OPERATIONS],
    ["store", STORE_OPERATIONS],
  ] as const)(
    "has every route of the %s that exists, and none that does not",
    (api, operations) => {
      const described = operations.map(({ method, path }) => `${method} ${path}`).sort()
      expect(described).toEqual(routesInTheTree(api))
    }
  )

  it("no route lies in a folder that Medusa's build leaves out", () => {
    const folders = readdirSync(API, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name === "route.ts")
      .flatMap(({ parentPath }) => relative(API, parentPath).split(sep))
    expect(folders.filter((name) => /^(test|unit-tests|integration-tests)$/.test(name))).toEqual([])
  })

  it("names each operation once", () => {
    const ids = valuesOf("operationId", document)
    expect(ids).toHaveLength(all.length)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("refers to nothing it does not have", () => {
    const schemas = Object.keys(
      (document["components"] as { schemas: Record<string, unknown> }).schemas
    ).map((name) => `#/components/schemas/${name}`)
    const references = valuesOf("$ref", document)
    expect(references.length).toBeGreaterThan(OPERATIONS.length)
    expect(references.filter((reference) => !schemas.includes(String(reference)))).toEqual([])
  })

  it("says the bounds of a setting as whole numbers", () => {
    const { SetSettings } = (document["components"] as { schemas: Record<string, unknown> }).schemas
    expect(valuesOf("parts_max", SetSettings)).toEqual([
      { anyOf: [{ type: "integer", minimum: 1, maximum: 20 }, { type: "null" }] },
    ])
  })

  it("says what a list of invoices can be narrowed to", () => {
    const paths = document["paths"] as Record<string, { get: { parameters: unknown[] } }>
    expect(paths["/admin/checkout-uz/invoices"]?.get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "limit", required: false }),
        expect.objectContaining({ name: "state", style: "form", explode: false }),
      ])
    )
    expect(paths["/admin/checkout-uz/cash-desks/{cash_desk}/history"]?.get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "from", required: true }),
        expect.objectContaining({ name: "format", required: false }),
      ])
    )
  })
})
