import { setTimeout as delay } from "node:timers/promises"
import type { Finding } from "../../src/contract"
import { TABLES } from "../../src/modules/checkout-uz/inspection"
import { amiss, checked, DOCTOR, keepLog } from "../setup/doctor"
import { expectOtherProviderSells } from "../setup/refusal"
import { describeShop } from "../setup/shop"

const LOG = keepLog()

const plugin = { encryptionKeys: ["an-encryption-key-of-the-tests"] }

describeShop("a shop where everything is right", { plugin }, (shop) => {
  it("is told so by every check, and that its webhook address is not public", async () => {
    const findings = await checked(shop)
    expect(amiss(findings)).toEqual(["webhook_address_public: warning"])
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        "tables",
        "uzs_region",
        "key_accepted",
        "service_reachable",
        "clock",
        "service_clock",
      ])
    )
    expect(JSON.stringify(findings)).not.toContain("sandbox-key")
  })

  it("is nobody's without a login", async () => {
    expect((await fetch(`${shop.baseUrl}${DOCTOR}`)).status).toBe(401)
  })

  it("is told the address that was called where the service fails", async () => {
    await shop.sandbox.fault("get_balance", "http_500", 10)
    try {
      const findings = await checked(shop)
      expect(amiss(findings)).toContain("service_reachable: error")
      expect(messageOf(findings, "service_reachable")).toContain(shop.sandbox.url)
    } finally {
      await shop.sandbox.clearFaults()
    }
  })

  it("sells by other providers without the plugin's tables, and says so in one line", async () => {
    const before = LOG.length
    for (const table of TABLES) await shop.sql(`ALTER TABLE ${table} RENAME TO ${table}_gone`)
    try {
      expect(amiss(await checked(shop))).toContain("tables: error")
      await expectOtherProviderSells(shop)
      // All jobs have run by then.
      await delay(6_000)
      expect(LOG.slice(before).map(({ line }) => line)).toEqual([
        "Checkout.uz: The database does not have the plugin's tables. Run npx medusa db:migrate.",
      ])
    } finally {
      for (const table of TABLES) await shop.sql(`ALTER TABLE ${table}_gone RENAME TO ${table}`)
    }
  })
})

function messageOf(findings: readonly Finding[], id: string): string | undefined {
  return findings.find((finding) => finding.id === id)?.message
}
