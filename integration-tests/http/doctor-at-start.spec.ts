import { TABLES } from "../../src/modules/checkout-uz/inspection"
import { keepLog } from "../setup/doctor"
import { expectOtherProviderSells } from "../setup/refusal"
import { describeShop, PROVIDER_ID } from "../setup/shop"

const LOG = keepLog()

const wrong = {
  plugin: { encryptionKeys: ["an-encryption-key-of-the-tests"] },
  workerMode: "server",
  beforeStart: [
    ...TABLES.map((table) => `ALTER TABLE ${table} RENAME TO ${table}_gone`),
    "INSERT INTO region (id, name, currency_code) VALUES ('reg_usd', 'Abroad', 'usd')",
    `INSERT INTO region_payment_provider (id, region_id, payment_provider_id)
       VALUES ('regpp_usd', 'reg_usd', '${PROVIDER_ID}')`,
  ],
} as const

describeShop("a server that starts on a database without the plugin's tables", wrong, (shop) => {
  it("says so in one line, and what is wrong with its regions, locks, events and address in one each", async () => {
    try {
      const said = LOG.filter(({ line }) => line.startsWith("Checkout.uz: "))
      expect(said.map(({ level, line }) => `${level}: ${line}`)).toEqual([
        matching(/^warn: .*cannot reach the webhook address http/),
        "error: Checkout.uz: The database does not have the plugin's tables. Run npx medusa db:migrate.",
        matching(/^warn: .*No region whose currency is UZS/),
        matching(/^warn: .*takes UZS only, and is offered in Abroad/),
        matching(/^warn: .*each keeps its locks in its own memory/),
        matching(/^warn: .*each keeps its events in its own memory/),
      ])
      expect(LOG.map(({ line }) => line).join("")).not.toContain("\n")
      await expectOtherProviderSells(shop)
    } finally {
      for (const table of TABLES) await shop.sql(`ALTER TABLE ${table}_gone RENAME TO ${table}`)
    }
  })
})

const matching = (words: RegExp) => expect.stringMatching(words) as string
