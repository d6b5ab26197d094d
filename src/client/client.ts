import { confirmCardPayment } from "./operations/confirm-card-payment"
import { createPayment } from "./operations/create-payment"
import { getBalance } from "./operations/get-balance"
import { getFiscal } from "./operations/get-fiscal"
import { getHistory } from "./operations/get-history"
import { getPaymentMethods } from "./operations/get-payment-methods"
import { getStats } from "./operations/get-stats"
import { payViaCard } from "./operations/pay-via-card"
import { statusPayment } from "./operations/status-payment"
import { connect } from "./service"
import type { CheckoutUzClient, CheckoutUzClientConfig } from "./types"

/**
 * A client for one cash desk: one method per operation (docs/service.md, 1.9). Holds no connection
 * of its own, so it may be made as often as is convenient. Never throws; a configuration that cannot
 * work is said by the calls.
 */
export function createCheckoutUzClient(config: CheckoutUzClientConfig): CheckoutUzClient {
  const service = connect(config)
  return {
    createPayment: (input) => createPayment(service, input),
    statusPayment: (input) => statusPayment(service, input),
    getFiscal: (input) => getFiscal(service, input),
    payViaCard: (input) => payViaCard(service, input),
    confirmCardPayment: (input) => confirmCardPayment(service, input),
    getBalance: () => getBalance(service),
    getHistory: (input) => getHistory(service, input),
    getStats: () => getStats(service),
    getPaymentMethods: () => getPaymentMethods(service),
  }
}
