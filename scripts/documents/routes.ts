import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import {
  StoreCreatePaymentCollection,
  StoreCreatePaymentSession,
} from "@medusajs/medusa/api/store/payment-collections/validators"
import { BODIES } from "../../src/contract/components"
import { OPERATIONS } from "../../src/contract/operations"
import { STORE_OPERATIONS } from "../../src/contract/store-operations"
import { readDocument } from "../package/documents"

const ROOT = join(__dirname, "..", "..")
const OURS = join(ROOT, "src", "api")
const MEDUSAS = join(ROOT, "node_modules", "@medusajs", "medusa", "dist", "api")

/** A request that a page tells to send; an address may have `…` or `$ID` where a reader puts something. */
export type Request = { method: string; path: string; body?: string | undefined }
type Route = { method: string; path: string }
/** As much of a zod schema as is needed, whoever's zod it is. */
type BodySchema = {
  safeParse: (body: unknown) => { success: boolean; error?: unknown }
}

const METHOD =
  /(?:export (?:const|async function|function) |\bas |^exports\.)(GET|POST|PUT|DELETE)\b/gm

/** The routes in a folder of files, as Medusa finds them. */
function routesIn(folder: string, file: string): Route[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  return names
    .filter((name) => name.split("/").at(-1) === file)
    .flatMap((name) => {
      const path = `/${relative(folder, join(folder, dirname(name)))}`.replaceAll(
        /\[(\w+)\]/g,
        ":$1"
      )
      const methods = readFileSync(join(folder, name), "utf8").matchAll(METHOD)
      return [...methods].map(([, method = ""]) => ({ method, path }))
    })
}

function sandboxRoutes(): Route[] {
  const source = readDocument("src/sandbox/http/control.ts")
  return [...source.matchAll(/router\.(\w+)\(\s*"([^"]+)"/g)].map(([, method = "", path = ""]) => ({
    method: method.toUpperCase(),
    path: `/sandbox${path}`,
  }))
}

const ROUTES = [...routesIn(OURS, "route.ts"), ...routesIn(MEDUSAS, "route.js"), ...sandboxRoutes()]

/** Whether an address is one of a route; `…` at its start stands for what comes before. */
function isAt(path: string, route: string): boolean {
  const [wanted, known] = [path.split("/"), route.split("/")]
  const isShort = wanted[0] === "…"
  const pairs = isShort ? wanted.slice(1).reverse() : wanted
  const against = isShort ? known.reverse() : known
  if (!isShort && pairs.length !== against.length) return false
  return pairs.every((part, n) => part === against[n] || (against[n] ?? "").startsWith(":"))
}

const MEDUSAS_BODIES: Readonly<Record<string, BodySchema>> = {
  "POST /store/payment-collections": StoreCreatePaymentCollection,
  "POST /store/payment-collections/:id/payment-sessions": StoreCreatePaymentSession,
}

function bodySchemaOf({ method, path }: Request): BodySchema | undefined {
  const medusas = Object.entries(MEDUSAS_BODIES).find(([route]) => {
    const [known = "", at = ""] = route.split(" ")
    return known === method && isAt(path, at)
  })
  if (medusas !== undefined) return medusas[1]
  const body = operationOf({ method, path })?.body
  return body === undefined ? undefined : BODIES[body]
}

function operationOf({ method, path }: Request) {
  return [...OPERATIONS, ...STORE_OPERATIONS].find(
    (one) => one.method === method && isAt(path, one.path.replaceAll(/\{(\w+)\}/g, ":$1"))
  )
}

/** Why a request would be refused before anything else is looked at; undefined where it would not be. */
export function problemOfRequest(request: Request): string | undefined {
  const { method, body } = request
  const [path = "", query] = request.path.split("?")
  if (!ROUTES.some((route) => route.method === method && isAt(path, route.path))) {
    return `there is no route ${method} ${path} of the plugin, of its sandbox or of Medusa`
  }
  const asked = Object.fromEntries(new URLSearchParams(query))
  if (operationOf({ method, path })?.query?.safeParse(asked).success === false) {
    return `${method} ${path} refuses the query "${query ?? ""}"`
  }
  const schema = bodySchemaOf({ method, path })
  if (schema === undefined) {
    return body === undefined ? undefined : `${method} ${path} takes no body that is known`
  }
  if (body === undefined) return `${method} ${path} needs a body`
  return problemOfBody(schema, body)
}

function problemOfBody(schema: BodySchema, body: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return `${body} is no JSON`
  }
  return schema.safeParse(value).success ? undefined : `the body ${body} is refused`
}
