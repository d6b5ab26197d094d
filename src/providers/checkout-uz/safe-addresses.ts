import { cutText } from "../../client"

/** Characters of a host in a message; a name has 253 at most. */
const LONGEST_HOST = 260

/** Which addresses from the service may reach a customer. Hosts are compared with their ports. */
export type AddressRules = {
  /** The service's base address, from the configuration. */
  baseUrl: string
  /** Further hosts a payment page may live on. */
  paymentHosts: readonly string[]
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

/**
 * The address of a payment page, if it may be shown: https on the base address's host or one of
 * `paymentHosts`; plain http only on a loopback host.
 */
export function safePaymentUrl(text: string, rules: AddressRules): string | undefined {
  const url = safeUrl(text)
  return url && allowedHosts(rules).has(url.host) ? url.href : undefined
}

/** The host of an address that is not shown, for a sentence: with its scheme, as plain http is a reason too. */
export function hostOf(text: string): string {
  if (!URL.canParse(text)) return "no readable address"
  const { protocol, host } = new URL(text)
  return cutText(`${protocol}//${host}`, LONGEST_HOST)
}

/** The addresses of payment systems that may be shown: https without credentials. */
export function safePayVia(payVia: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payVia).flatMap(([key, text]) => {
      const url = safeUrl(text)
      return url ? [[key, url.href]] : []
    })
  )
}

/** The address of a logo, if it may be shown: as for payment systems. */
export function safeLogo(text: string | undefined): string | undefined {
  return text === undefined ? undefined : safeUrl(text)?.href
}

/** Custom payment pages that may be shown: only on `paymentHosts`. */
export function safeCustomPages(
  pages: readonly { domain: string; url: string }[],
  rules: AddressRules
): { domain: string; url: string }[] {
  const hosts = new Set(rules.paymentHosts)
  return pages.flatMap(({ domain, url: text }) => {
    const url = safeUrl(text)
    return url && hosts.has(url.host) ? [{ domain, url: url.href }] : []
  })
}

function safeUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "https:") return url
  return url.protocol === "http:" && LOOPBACK.has(url.hostname) ? url : undefined
}

function allowedHosts({ baseUrl, paymentHosts }: AddressRules): Set<string> {
  return new Set([new URL(baseUrl).host, ...paymentHosts])
}
