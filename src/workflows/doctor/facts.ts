/** A provider entry of ours in medusa-config. */
export type EntryFacts = {
  providerId: string
  /** Undefined where its options do not say which. */
  cashDesk: string | undefined
  /** Which key it has, never the key itself. */
  keyFingerprint: string | undefined
  /** One sentence where its options cannot be used. */
  problem: string | undefined
}

/** A cash desk, and where its API key comes from. */
export type DeskFacts = {
  cashDesk: string
  keySource: "admin" | "configuration" | "none"
  /** Why no request can be made with its key. */
  problem: string | undefined
}

export type RegionFacts = { name: string; currencyCode: string; providerIds: readonly string[] }

/** How many servers there may be, and what they share. */
export type ServerFacts = {
  /** Undefined where this process cannot tell, as under `medusa exec`. */
  workerMode: string | undefined
  eventBusIsShared: boolean
  locksAreShared: boolean
}

/** What the configuration and the database say; nobody outside is asked. */
export type Facts = {
  entries: readonly EntryFacts[]
  /** Of the payment module. */
  dependencies: readonly string[]
  optionsProblem: string | undefined
  webhookBaseUrl: string | undefined
  encryptionKeys: { usable: number; tooShort: number }
  missingTables: readonly string[]
  /** Undefined where they could not be read, such as without tables. */
  desks: readonly DeskFacts[] | undefined
  regions: readonly RegionFacts[] | undefined
  servers: ServerFacts
}

/** What the service said to a cash desk a moment ago. */
export type ServiceFacts = {
  cashDesk: string
  /** `accepted`, or what went wrong. */
  outcome: "accepted" | "key_refused" | "address_not_allowed" | "service_unreachable" | "other"
  message: string | undefined
}

export type WebhookFacts = {
  cashDesk: string
  lastWebhookAt: Date | undefined
  /** Payments of the last seven days, and those of them that no webhook told of. */
  paid: number
  unnotified: number
}

/** Whether the service knew the open invoices of a cash desk when it was last asked about each. */
export type InvoicesFacts = { cashDesk: string; areKnown: boolean }

/** What came back from an address that was asked for nothing. */
export type Reply =
  | { kind: "answered"; status: number; redirectsTo: string | undefined }
  | { kind: "no_answer"; reason: string }

/** What only asking now can tell. */
export type LiveFacts = {
  serviceUrl: string
  services: readonly ServiceFacts[]
  /** Seconds by which this server's clock is ahead of the service's; undefined where it names no time. */
  clockAheadOfServiceSeconds: number | undefined
  /** Undefined where there is no webhook address that others can reach. */
  webhookAddress: { address: string; reply: Reply } | undefined
  /** Seconds by which this server's clock is ahead of the database's. */
  clockAheadSeconds: number
  webhooks: readonly WebhookFacts[]
  invoices: readonly InvoicesFacts[]
}
