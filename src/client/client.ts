import type { CheckoutUzClient, CheckoutUzClientConfig } from "./types"

function notYet(): Promise<never> {
  return Promise.reject(new Error("src/client is being filled in"))
}

export function createCheckoutUzClient(_config: CheckoutUzClientConfig): CheckoutUzClient {
  return {
    createPayment: notYet,
    statusPayment: notYet,
    getFiscal: notYet,
    payViaCard: notYet,
    confirmCardPayment: notYet,
    getBalance: notYet,
    getHistory: notYet,
    getStats: notYet,
    getPaymentMethods: notYet,
  }
}
