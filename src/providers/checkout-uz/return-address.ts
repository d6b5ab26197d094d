import { refusal } from "./refusals"

const SESSION_ID = "{session_id}"

type ReturnRules = { returnUrl?: string | undefined; storefrontOrigins: readonly string[] }

/**
 * Where the customer returns after paying, still with its `{session_id}`: what the client asked
 * for if its origin is one of `storefrontOrigins`, else the configuration's `returnUrl`, else
 * empty, and the customer stays on the service's own page.
 *
 * @throws MedusaError (invalid data) for an address on any other origin
 */
export function returnAddress(asked: unknown, rules: ReturnRules): string {
  if (asked === undefined || asked === null || asked === "") return rules.returnUrl ?? ""
  const url = typeof asked === "string" && URL.canParse(asked) ? new URL(asked) : undefined
  // Only http(s): the origin of `blob:https://shop.example/x` is the shop's, and no page is behind it.
  const isPage = url?.protocol === "https:" || url?.protocol === "http:"
  const isPlain = url?.username === "" && url.password === ""
  if (!isPage || !isPlain || !rules.storefrontOrigins.includes(url.origin)) {
    throw refusal(
      "invalid_request",
      "The payment session's data.return_url must be an address on one of the plugin's storefrontOrigins in medusa-config."
    )
  }
  // What was judged is what is handed on: others may read the raw text as another host.
  return url.href
}

/** The return address for one session; undefined where the customer is to stay. */
export function fillReturnAddress(address: string, sessionId: string): string | undefined {
  if (address === "") return undefined
  return address
    .replaceAll(SESSION_ID, encodeURIComponent(sessionId))
    .replaceAll(encodeURIComponent(SESSION_ID), encodeURIComponent(sessionId))
}
