import { CheckoutUzError, type CheckoutUzClient } from "../../client"

/** Told after each call: how it failed, or undefined where it did not. */
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
    createPayment: (input) => told(client.createPayment(input)),
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
