import { CheckoutUzError, RateLimitedError, type CheckoutUzClient } from "../../../client"
import type { OperationName } from "../../../client"

/** Seconds without calls where the service asks for a pause and does not say how long. */
const UNSAID_PAUSE_SECONDS = 30

/** What is done around the calls of one cash desk. */
export type CallsOfDesk = {
  /** Seconds until the service may be called again; zero where it may be now. */
  secondsPaused: () => Promise<number>
  /** The service answered 429. */
  pause: (seconds: number) => Promise<void>
  /** Told after each call: how it failed, or undefined where it did not. It must never fail itself. */
  listener?: ((failure: CheckoutUzError | undefined) => Promise<void>) | undefined
}

/**
 * A client that keeps the cash desk's pauses, tells what became of each call, and is otherwise the
 * same.
 */
export function aroundCalls(client: CheckoutUzClient, desk: CallsOfDesk): CheckoutUzClient {
  const listener = desk.listener ?? (() => Promise.resolve())

  /**
   * INVARIANT: once a pause is noted, no call of the desk begins until it is over, whoever asks, from any
   * server. Only a key that a merchant is trying is asked about without this: it may be another desk's.
   */
  async function refusePaused(operation: OperationName): Promise<void> {
    const seconds = await desk.secondsPaused()
    if (seconds === 0) return
    throw new RateLimitedError({
      operation,
      sentence: `the service wants no calls of this cash desk for another ${seconds} s`,
      retryAfterSeconds: seconds,
    })
  }

  async function noteFailure(error: unknown): Promise<void> {
    if (!(error instanceof CheckoutUzError)) return
    if (error instanceof RateLimitedError) {
      await desk.pause(error.retryAfterSeconds ?? UNSAID_PAUSE_SECONDS)
    }
    await listener(error)
  }

  async function told<T>(operation: OperationName, call: () => Promise<T>): Promise<T> {
    await refusePaused(operation)
    try {
      const answer = await call()
      await listener(undefined)
      return answer
    } catch (error) {
      await noteFailure(error)
      throw error
    }
  }
  return {
    createPayment: async (input) => {
      await refusePaused("create_payment")
      const created = client.createPayment(input)
      // INVARIANT: nothing stands between an invoice that was made and its row.
      void created.then(
        () => listener(undefined),
        () => undefined
      )
      try {
        return await created
      } catch (error) {
        await noteFailure(error)
        throw error
      }
    },
    statusPayment: (input) => told("status_payment", () => client.statusPayment(input)),
    getFiscal: (input) => told("get_fiscal", () => client.getFiscal(input)),
    payViaCard: (input) => told("pay_via_card", () => client.payViaCard(input)),
    confirmCardPayment: (input) =>
      told("confirm_card_payment", () => client.confirmCardPayment(input)),
    getBalance: () => told("get_balance", () => client.getBalance()),
    getHistory: (input) => told("get_history", () => client.getHistory(input)),
    getStats: () => told("get_stats", () => client.getStats()),
    getPaymentMethods: () => told("get_payment_methods", () => client.getPaymentMethods()),
  }
}
