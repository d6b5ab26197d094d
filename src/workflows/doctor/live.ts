import { mostlyUnnotified, type Finding } from "../../contract"
import { describeProblem, momentInToshkent } from "../../modules/checkout-uz"
import type { InvoicesFacts, LiveFacts, ServiceFacts, WebhookFacts } from "./facts"
import { doubtful, fine, wrong } from "./findings"
import { isPublicAddress } from "./public-address"

/** Seconds that clocks may differ by: cards, sweeps and lifetimes are reckoned in minutes. */
const CLOCK_SECONDS = 30

/** The service names its time in whole seconds, and its answer is on the way for some. */
const SERVICE_CLOCK_SECONDS = 120

/** What asking the service and the database now amounts to. */
export function judgeLive(facts: LiveFacts): Finding[] {
  return [
    ...facts.services.flatMap((service) => judgeService(service, facts.serviceUrl)),
    ...facts.invoices
      .filter(({ cashDesk, areKnown }) => !areKnown || isAccepted(facts, cashDesk))
      .map((invoices) => judgeInvoices(invoices, facts.serviceUrl)),
    judgeClock(facts.clockAheadSeconds),
    ...judgeServiceClock(facts.clockAheadOfServiceSeconds),
    ...judgeWebhookAddress(facts.webhookAddress),
    ...facts.webhooks.map(judgeWebhooks),
  ]
}

/** Only a service that takes the key can say that it knows the invoices made with it. */
const isAccepted = ({ services }: LiveFacts, cashDesk: string) =>
  services.some((service) => service.cashDesk === cashDesk && service.outcome === "accepted")

const MAY_CALL_OUT =
  "See whether this server may call out, and whether baseUrl in the plugin's options is right."
const startTheSandboxAt = (url: string) =>
  `That is an address of this machine or network. Where the sandbox belongs there, start it: npx medusa-payment-checkout-uz --port ${new URL(url).port || "80"}. Else correct baseUrl in the plugin's options.`
const ASK_AGAIN = "Try again in a minute; the server's log has what the service said."

function judgeService({ cashDesk, outcome, message = "" }: ServiceFacts, url: string): Finding[] {
  const reached = fine("service_reachable", `The payment service answers at ${url}.`)
  const allowed = fine(
    "address_allowed",
    `Cash desk "${cashDesk}" accepts requests from this server's address.`
  )
  switch (outcome) {
    case "accepted":
      return [
        reached,
        allowed,
        fine("key_accepted", `The payment service accepts the API key of cash desk "${cashDesk}".`),
      ]
    case "key_refused":
      return [
        reached,
        wrong(
          "key_accepted",
          `The payment service at ${url} refuses the API key of cash desk "${cashDesk}", or the desk is not activated yet.`,
          "Copy the key once more from the cash desk's settings at the service, and see whether it is one of this service."
        ),
      ]
    case "address_not_allowed":
      return [
        reached,
        wrong(
          "address_allowed",
          message,
          "The whitelist is in the cash desk's settings at the service."
        ),
      ]
    case "service_unreachable":
      return [
        wrong(
          "service_reachable",
          `The payment service at ${url} did not answer.`,
          isPublicAddress(url) ? MAY_CALL_OUT : startTheSandboxAt(url)
        ),
      ]
    case "other":
      return [wrong("service_reachable", `The payment service at ${url}: ${message}`, ASK_AGAIN)]
  }
}

function judgeInvoices({ cashDesk, areKnown }: InvoicesFacts, url: string): Finding {
  if (areKnown) {
    return fine(
      "invoices_known",
      `The payment service knows every invoice of cash desk "${cashDesk}" that it was asked about.`
    )
  }
  const message = describeProblem("unknown_invoice", cashDesk)
  return isPublicAddress(url)
    ? wrong(
        "invoices_known",
        message,
        "Set the key of the cash desk that the invoices were made at: Test connection on the settings page shows the balance of the present one."
      )
    : doubtful(
        "invoices_known",
        message,
        "Or the sandbox was started anew and has forgotten them: then there is nothing to do."
      )
}

function judgeClock(aheadSeconds: number): Finding {
  const apart = Math.abs(aheadSeconds)
  if (apart < CLOCK_SECONDS) {
    return fine("clock", "This server's clock and the database's agree.")
  }
  const way = aheadSeconds > 0 ? "ahead of" : "behind"
  return doubtful(
    "clock",
    `This server's clock is ${Math.round(apart)} seconds ${way} the database's.`,
    "Set both by a time server (NTP)."
  )
}

function judgeServiceClock(aheadSeconds: number | undefined): Finding[] {
  if (aheadSeconds === undefined) return []
  const apart = Math.abs(aheadSeconds)
  if (apart <= SERVICE_CLOCK_SECONDS) {
    return [fine("service_clock", "This server's clock and the payment service's agree.")]
  }
  const way = aheadSeconds > 0 ? "ahead of" : "behind"
  return [
    doubtful(
      "service_clock",
      `This server's clock is ${Math.round(apart)} seconds ${way} the payment service's.`,
      "Set this server's by a time server (NTP)."
    ),
  ]
}

/** What is in front of a server answers so, and not the server. */
const TURNED_AWAY = new Set([401, 403, 407])

function judgeWebhookAddress(asked: LiveFacts["webhookAddress"]): Finding[] {
  if (asked === undefined) return []
  const { address, reply } = asked
  const found = (message: string, fix: string) => [
    doubtful("webhook_address_answers", message, fix),
  ]
  if (reply.kind === "no_answer") {
    return found(
      `The webhook address ${address} did not answer this server: ${reply.reason}.`,
      "Open it from outside this network. Where it answers there, all is well; else see its name, the certificate, and what is in front of the server."
    )
  }
  if (reply.redirectsTo !== undefined) {
    return found(
      `The webhook address ${address} redirects to ${reply.redirectsTo}, and the payment service follows no redirect.`,
      "Set webhookBaseUrl to the address that answers by itself, or have this one answer by itself."
    )
  }
  if (TURNED_AWAY.has(reply.status) || reply.status >= 500) {
    return found(
      `The webhook address ${address} answers HTTP ${reply.status}.`,
      "Let what is in front of the server pass POST requests to /hooks/checkout-uz/* on to Medusa, without a login."
    )
  }
  return [fine("webhook_address_answers", `The webhook address ${address} answers by itself.`)]
}

function judgeWebhooks({ cashDesk, lastWebhookAt, paid, unnotified }: WebhookFacts): Finding {
  const last =
    lastWebhookAt === undefined
      ? `No webhook of cash desk "${cashDesk}" has come so far`
      : `The last webhook of cash desk "${cashDesk}" came on ${momentInToshkent(lastWebhookAt)}, Tashkent time`
  if (!mostlyUnnotified({ paid_count: paid, unnotified_count: unnotified }))
    return fine("last_webhook", `${last}.`)
  return doubtful(
    "last_webhook",
    `${last}, and ${unnotified} of ${paid} payments of the last seven days were found without one.`,
    "See whether the webhook address on the settings page is in the cash desk's settings at the service, and whether something in front of this server blocks it."
  )
}
