import type { Facts, LiveFacts } from "../facts"

/** A store where everything is right. */
export const RIGHT: Facts = {
  entries: [
    {
      providerId: "pp_checkout-uz_main",
      cashDesk: "main",
      keyFingerprint: "0a",
      problem: undefined,
    },
  ],
  dependencies: ["checkoutUz", "payment", "query"],
  optionsProblem: undefined,
  webhookBaseUrl: "https://shop.example.uz",
  encryptionKeys: { usable: 1, tooShort: 0 },
  missingTables: [],
  desks: [{ cashDesk: "main", keySource: "configuration", problem: undefined }],
  regions: [{ name: "Oʻzbekiston", currencyCode: "uzs", providerIds: ["pp_checkout-uz_main"] }],
  servers: { workerMode: "shared", eventBusIsShared: false, locksAreShared: false },
}

export const LIVE: LiveFacts = {
  serviceUrl: "https://checkout.uz/api/v1",
  services: [{ cashDesk: "main", outcome: "accepted", message: undefined }],
  clockAheadSeconds: 0.4,
  clockAheadOfServiceSeconds: -1.2,
  webhookAddress: {
    address: "https://shop.example.uz/hooks/checkout-uz/main",
    reply: { kind: "answered", status: 404, redirectsTo: undefined },
  },
  webhooks: [{ cashDesk: "main", lastWebhookAt: undefined, paid: 0, unnotified: 0 }],
  invoices: [{ cashDesk: "main", areKnown: true }],
}
