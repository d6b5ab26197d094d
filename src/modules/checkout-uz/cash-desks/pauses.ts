import { CheckoutUzError, RateLimitedError, type CheckoutUzClient } from "../../../client"
import type { OperationName } from "../../../client"

/** Seconds of a pause where the service asks for one and does not say how long. */
const UNSAID_PAUSE_SECONDS = 30

export type PauseOptions = {
  /** Seconds until the service may be called again; zero where it may be now. */
  secondsPaused: () => Promise<number>
  /** The service answered 429. */
  pause: (seconds: number) => Promise<void>
  /** Called after each request with its failure, if it failed. It must never fail itself. */
  onAnswer?: ((failure: CheckoutUzError | undefined) => Promise<void>) | undefined
}

/** A client that keeps the pauses of its cash desk, and otherwise does as `client` does. */
export function withPauses(client: CheckoutUzClient, options: PauseOptions): CheckoutUzClient {
  const onAnswer = options.onAnswer ?? (() => Promise.resolve())

  /**
   * INVARIANT: once a pause is recorded, no request of the cash desk is sent until it is over, from any
   * server. Only the test of a new key goes without this: it may be another cash desk's.
   */
  async function refusePaused(operation: OperationName): Promise<void> {
    const seconds = await options.secondsPaused()
    if (seconds === 0) return
    throw new RateLimitedError({
      operation,
      message: `the service wants no calls of this cash desk for another ${seconds} s`,
      retryAfterSeconds: seconds,
    })
  }

  async function noteFailure(error: unknown): Promise<void> {
    if (!(error instanceof CheckoutUzError)) return
    if (error instanceof RateLimitedError) {
      await options.pause(error.retryAfterSeconds ?? UNSAID_PAUSE_SECONDS)
    }
    await onAnswer(error)
  }

  async function request<T>(operation: OperationName, send: () => Promise<T>): Promise<T> {
    await refusePaused(operation)
    try {
      const answer = await send()
      await onAnswer(undefined)
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
      // INVARIANT: nothing delays the row of an invoice that was made.
      void created.then(
        () => onAnswer(undefined),
        () => undefined
      )
      try {
        return await created
      } catch (error) {
        await noteFailure(error)
        throw error
      }
    },
    statusPayment: (input) => request("status_payment", () => client.statusPayment(input)),
    getFiscal: (input) => request("get_fiscal", () => client.getFiscal(input)),
    payViaCard: (input) => request("pay_via_card", () => client.payViaCard(input)),
    confirmCardPayment: (input) =>
      request("confirm_card_payment", () => client.confirmCardPayment(input)),
    getBalance: () => request("get_balance", () => client.getBalance()),
    getHistory: (input) => request("get_history", () => client.getHistory(input)),
    getStats: () => request("get_stats", () => client.getStats()),
    getPaymentMethods: () => request("get_payment_methods", () => client.getPaymentMethods()),
  }
}
