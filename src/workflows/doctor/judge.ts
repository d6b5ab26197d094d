import type { Finding } from "../../contract"
import { REQUIRED_DEPENDENCIES, SHORTEST_ENCRYPTION_KEY } from "../../modules/checkout-uz"
import type { Facts, EntryFacts, DeskFacts, RegionFacts, ServerFacts } from "./facts"
import { doubtful, fine, wrong } from "./findings"
import { TABLES_MISSING } from "../missing-tables"
import { isPublicAddress } from "./public-address"

const PROVIDER = "medusa-payment-checkout-uz/providers/checkout-uz"
const MAKE_KEY = "openssl rand -base64 32"

/** What the configuration and the database amount to. */
export function judge(facts: Facts): Finding[] {
  const { entries, desks, regions } = facts
  return [
    fine("plugin", "Medusa has loaded the plugin."),
    judgeEntries(entries),
    judgeDependencies(facts.dependencies),
    judgeOptions(facts.optionsProblem),
    ...entries.flatMap(judgeEntryOptions),
    ...judgeWebhookAddress(facts.webhookBaseUrl),
    judgeEncryption(facts.encryptionKeys),
    judgeTables(facts.missingTables),
    ...(desks ?? []).map(judgeKey),
    ...judgeKeysOfDesks(entries),
    ...(regions ? judgeRegions(regions, entries) : []),
    judgeLocks(facts.servers),
    judgeEvents(facts.servers),
  ]
}

/** All there is to say where the plugin is not loaded. */
export const PLUGIN_MISSING: Finding = wrong(
  "plugin",
  "Medusa has not loaded the plugin.",
  'Add { resolve: "medusa-payment-checkout-uz", options: {} } to plugins in medusa-config.'
)

function judgeEntries(entries: readonly EntryFacts[]): Finding {
  if (entries.length > 0) {
    const names = entries.map(({ providerId }) => providerId).join(", ")
    return fine("provider_entry", `Medusa has the payment provider ${names}.`)
  }
  return wrong(
    "provider_entry",
    "Medusa has no payment provider of Checkout.uz.",
    `Add { resolve: "${PROVIDER}", id: "main" } to options.providers of @medusajs/medusa/payment in medusa-config.`
  )
}

function judgeDependencies(written: readonly string[]): Finding {
  const missing = REQUIRED_DEPENDENCIES.filter((name) => !written.includes(name))
  if (missing.length === 0) {
    return fine("dependencies", "The payment module sees the plugin and what it needs.")
  }
  return wrong(
    "dependencies",
    `The payment module cannot see what the provider needs: ${missing.join(", ")}.`,
    `Write dependencies: ${JSON.stringify(REQUIRED_DEPENDENCIES)} beside resolve: "@medusajs/medusa/payment" in medusa-config.`
  )
}

const CORRECT = "Correct them in medusa-config and restart the server."

function judgeOptions(problem: string | undefined): Finding {
  if (problem === undefined) return fine("options", "The plugin's options can be read.")
  return wrong("options", problem, CORRECT)
}

function judgeEntryOptions({ providerId, problem }: EntryFacts): Finding {
  if (problem === undefined) {
    return fine("provider_options", `The options of ${providerId} can be read.`)
  }
  return wrong("provider_options", problem, CORRECT)
}

function judgeWebhookAddress(address: string | undefined): Finding[] {
  if (address === undefined) {
    return [
      wrong(
        "webhook_address",
        "Checkout.uz does not know where to announce payments.",
        "Set webhookBaseUrl, the public address of this server, in the options of medusa-payment-checkout-uz in medusa-config."
      ),
    ]
  }
  return [
    fine("webhook_address", `Payments are announced at ${address}.`),
    isPublicAddress(address)
      ? fine("webhook_address_public", "The webhook address is no address of this network only.")
      : doubtful(
          "webhook_address_public",
          `Checkout.uz cannot reach the webhook address ${address}, which is one of this machine or network.`,
          "Set webhookBaseUrl to the address this server has in the internet, or leave it so where the payments are the sandbox's."
        ),
  ]
}

function judgeEncryption({ usable, tooShort }: Facts["encryptionKeys"]): Finding {
  if (tooShort > 0) {
    return wrong(
      "encryption_key",
      `An encryption key has fewer than ${SHORTEST_ENCRYPTION_KEY} characters and encrypts nothing.`,
      `Put a long random text, such as ${MAKE_KEY} makes, first in encryptionKeys in the plugin's options.`
    )
  }
  if (usable > 0) return fine("encryption_key", "API keys are encrypted in the database.")
  return doubtful(
    "encryption_key",
    "There is no encryption key, so no API key can be set in the admin.",
    `Add a long random text, such as ${MAKE_KEY} makes, to encryptionKeys in the plugin's options.`
  )
}

function judgeTables(missing: readonly string[]): Finding {
  if (missing.length === 0) return fine("tables", "The plugin's tables are in the database.")
  return wrong("tables", TABLES_MISSING.message, TABLES_MISSING.fix)
}

function judgeKey({ cashDesk, keySource, problem }: DeskFacts): Finding {
  if (keySource === "none") {
    return wrong(
      "api_key",
      `Cash desk "${cashDesk}" has no API key.`,
      `Set it in the admin's settings, or as options.apiKey of its provider entry under @medusajs/medusa/payment in medusa-config.`
    )
  }
  if (problem !== undefined) {
    return wrong(
      "api_key",
      problem,
      "Then restart the server, or set the key on the settings page."
    )
  }
  const place = keySource === "admin" ? "set in the admin" : "in the configuration"
  return fine("api_key", `Cash desk "${cashDesk}" has an API key, ${place}.`)
}

/** The first entry's key serves the desk, so that of another would be a key nobody uses. */
function judgeKeysOfDesks(entries: readonly EntryFacts[]): Finding[] {
  const desks = new Set(entries.flatMap(({ cashDesk }) => cashDesk ?? []))
  return [...desks].map((desk) => {
    const own = entries.filter(({ cashDesk }) => cashDesk === desk)
    const keys = new Set(own.flatMap(({ keyFingerprint }) => keyFingerprint ?? []))
    if (keys.size < 2) {
      return fine("one_key_per_cash_desk", `Cash desk "${desk}" has no two keys in medusa-config.`)
    }
    const names = own.map(({ providerId }) => providerId).join(", ")
    return wrong(
      "one_key_per_cash_desk",
      `The entries ${names} of cash desk "${desk}" have different API keys, and only the first is used.`,
      "Give each of them a cashDesk of its own, or the same apiKey."
    )
  })
}

function judgeRegions(regions: readonly RegionFacts[], entries: readonly EntryFacts[]): Finding[] {
  const ours = new Set(entries.map(({ providerId }) => providerId))
  const offering = regions.filter(({ providerIds }) => providerIds.some((id) => ours.has(id)))
  const inUzs = offering.filter(({ currencyCode }) => currencyCode === "uzs")
  const others = offering.filter(({ currencyCode }) => currencyCode !== "uzs")
  return [
    inUzs.length > 0
      ? fine("uzs_region", `Customers can pay in ${inUzs.map(({ name }) => name).join(", ")}.`)
      : doubtful(
          "uzs_region",
          "No region whose currency is UZS offers Checkout.uz, so no customer can choose it.",
          "Add UZS in the admin under Settings, Store, then the provider to a region with that currency."
        ),
    others.length === 0
      ? fine("other_currencies", "No region with another currency offers Checkout.uz.")
      : doubtful(
          "other_currencies",
          `Checkout.uz takes UZS only, and is offered in ${others
            .map(({ name, currencyCode }) => `${name} (${currencyCode.toUpperCase()})`)
            .join(", ")}.`,
          "Take the provider out of that region in the admin under Settings, Regions."
        ),
  ]
}

function judgeLocks({ workerMode, eventBusIsShared, locksAreShared }: ServerFacts): Finding {
  if (locksAreShared || !(isSplit(workerMode) || eventBusIsShared)) {
    return fine("shared_locks", "The locks fit the number of servers.")
  }
  return doubtful(
    "shared_locks",
    "There seem to be several servers, and each keeps its locks in its own memory.",
    "Add @medusajs/medusa/locking with @medusajs/medusa/locking-redis or @medusajs/medusa/locking-postgres to the modules in medusa-config."
  )
}

function judgeEvents({ workerMode, eventBusIsShared }: ServerFacts): Finding {
  if (eventBusIsShared || !isSplit(workerMode)) {
    return fine("shared_events", "The event bus fits the number of servers.")
  }
  return doubtful(
    "shared_events",
    "There seem to be servers and workers, and each keeps its events in its own memory, so a worker hears nothing of what a server says.",
    "Add @medusajs/medusa/event-bus-redis to the modules in medusa-config."
  )
}

/** Whether some processes answer requests and others do the work. */
function isSplit(workerMode: string | undefined): boolean {
  return workerMode === "server" || workerMode === "worker"
}
