import { knex } from "@medusajs/framework/mikro-orm/knex"
import { logger } from "@medusajs/framework/logger"
import { CheckoutUzModuleService, describeProviderEntries } from "../../../modules/checkout-uz"
import { circular, revoked, throwing, THROWN } from "../../../modules/checkout-uz/test/unreadable"
import { CheckoutUzPaymentProvider } from "../service"

const RESOLVE = "medusa-payment-checkout-uz/providers/checkout-uz"

type Written = Record<string, unknown> | undefined

/** The plugin as a server starts it: the ledger, then the provider of one entry. Nothing is asked of the database. */
function start(plugin: Written, entry: Written) {
  const errors: string[] = []
  jest.spyOn(logger, "error").mockImplementation((message) => errors.push(String(message)))
  const providers = [
    throwing("resolve"),
    { resolve: "@medusajs/medusa/payment-stripe", id: "stripe" },
    { resolve: RESOLVE, id: "main", ...(entry && { options: entry }) },
  ]
  const dependencies = {
    __pg_connection__: knex({ client: "pg" }),
    configModule: { modules: { payment: { options: { providers } } } },
    logger,
  }
  const ledger = new CheckoutUzModuleService(dependencies, plugin)
  const provider = new CheckoutUzPaymentProvider({ ...dependencies, checkoutUz: ledger }, entry)
  return { errors, ledger, provider, configModule: dependencies.configModule }
}

describe("a server starts", () => {
  it.each<[string, Written, Written]>([
    ["without any options", undefined, undefined],
    ["with an entry that leaves its options out", { database: {} }, undefined],
    ["with options that leave most of them out", { reconcile: {}, limits: {} }, { cashDesk: "" }],
  ])("%s, and without a word of complaint", (_, plugin, entry) => {
    const { errors, ledger } = start(plugin, entry)
    expect(errors).toEqual([])
    expect(ledger.optionsProblem).toBeUndefined()
    expect(ledger.options.reconcile.watchDays).toBe(7)
    expect(ledger.providerEntries).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "main", apiKey: undefined },
    ])
  })

  it.each<[string, Written, Written]>([
    ["whose reading throws", throwing("description"), throwing("apiKey")],
    ["that are read from something that is gone", revoked(), revoked()],
    ["that contain themselves", circular("reconcile"), circular("apiKey")],
    ["that are wrong", { description: 7 }, { apiKey: 7 }],
  ])("with options %s: one sentence for each place, and the defaults", async (_, plugin, entry) => {
    const { errors, ledger, provider, configModule } = start(plugin, entry)
    // The log has them once the server has started: src/workflows/doctor.
    expect(errors).toEqual([])
    const [described] = describeProviderEntries(configModule)
    const problems = [ledger.optionsProblem, described?.problem]
    expect(problems).toEqual([
      expect.stringMatching(/^The options of medusa-payment-checkout-uz in medusa-config .+\.$/),
      expect.stringMatching(
        /^The options of the payment provider pp_checkout-uz_main in medusa-config .+\.$/
      ),
    ])
    expect(problems.join()).not.toContain(THROWN)
    expect(ledger.options).toMatchObject({ cardPayments: true, reconcile: { watchDays: 7 } })
    // Payments say what is wrong, one by one; what was paid before is still found.
    await expect(provider.initiatePayment({ amount: 1, currency_code: "uzs" })).rejects.toThrow()
  })
})
