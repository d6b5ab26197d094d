import { z } from "zod"

/** What a browser or the service can open. */
export const httpUrl = z
  .string()
  .refine((text) => /^https?:$/.test(protocolOf(text)), "must be an http(s) address")
  .meta({ takes: "an http(s) address" })

/** Where a storefront lives, whatever page of it was copied. */
export const origin = httpUrl
  .transform((text) => new URL(text).origin)
  .meta({ takes: "`https://host`" })

/** One spelling of the service's address: the ledger tells two services' books apart by it. */
export const serviceAddress = httpUrl
  .refine(isPlainAddress, "must be an address without credentials, query or fragment")
  .transform((text) => new URL(text).href.replace(/\/+$/, ""))
  .meta({ takes: "http(s); https wherever a key is real" })

/** A host as addresses spell it, with its port where that is not the usual one. */
export const host = z
  .string()
  .refine((text) => hostOf(text) !== undefined, "must be a host such as pay.example.uz")
  .transform((text) => hostOf(text) ?? text)
  .meta({ takes: "`host` or `host:port`" })

/** As the client calls it: credentials would replace our key, a query would swallow the path. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return [username, password, search, hash].every((part) => part === "")
}

function hostOf(text: string): string | undefined {
  const address = `https://${text}`
  if (/[/\\?#@\s]/.test(text) || !URL.canParse(address)) return undefined
  return new URL(address).host
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ""
}
