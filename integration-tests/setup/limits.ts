export const CALLS = 6
export const PER_SESSION = 20
export const PER_ADDRESS = 30
export const INVOICES = 3

// A desk for each test that uses up its calls: who did so is remembered for the rest of the minute.
const desks = [
  "arrives",
  "completes",
  "joins-a-pause",
  "joins-a-question",
  "joins-a-call",
  "stays",
  "broken",
]

/** A shop whose limits are soon reached. */
export const LIMITED = {
  plugin: {
    limits: {
      webhookCallsPerMinute: CALLS,
      storePerSession: PER_SESSION,
      storePerAddress: PER_ADDRESS,
      invoicesPerCollection: INVOICES,
      cardAttempts: 100,
    },
  },
  providers: desks.map((cashDesk) => ({
    id: cashDesk,
    options: { cashDesk, apiKey: "sandbox-key" },
  })),
  cartsOnHand: 0,
}
