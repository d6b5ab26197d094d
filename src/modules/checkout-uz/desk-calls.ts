import { CheckoutUzError, type CheckoutUzClient } from "../../client"

/** Told after each call: how it failed, or undefined where it did not. It must never fail itself. */
type Listener = (failure: CheckoutUzError | undefined) => Promise<void>

/** A client that tells what became of each call, and is otherwise the same. */
export function listenToCalls(client: CheckoutUzClient, listener: Listener): CheckoutUzClient {
  async function told<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call
      await listener(undefined)
      return answer
    } catch (error) {
      if (error instanceof CheckoutUzError) await listener(error)
      throw error
    }
  }
  return {
    createPayment: async (input) => {
      const created = client.createPayment(input)
      // INVARIANT: nothing stands between an invoice that was made and its row.
      void created.then(
        () => listener(undefined),
        () => undefined
      )
      try {
        return await created
      } catch (error) {
        if (error instanceof CheckoutUzError) await listener(error)
        throw error
      }
    },
    statusPayment: (input) => told(client.statusPayment(input)),
    getFiscal: (input) => told(client.getFiscal(input)),
    payViaCard: (input) => told(client.payViaCard(input)),
    confirmCardPayment: (input) => told(client.confirmCardPayment(input)),
    getBalance: () => told(client.getBalance()),
    getHistory: (input) => told(client.getHistory(input)),
    getStats: () => told(client.getStats()),
    getPaymentMethods: () => told(client.getPaymentMethods()),
  }
}
