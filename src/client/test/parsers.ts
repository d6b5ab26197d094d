import type { OperationName } from ".."
import type { Answer } from "../answer"
import { parseConfirmCardPaymentAnswer } from "../operations/confirm-card-payment"
import { parseCreatePaymentAnswer } from "../operations/create-payment"
import { parseGetBalanceAnswer } from "../operations/get-balance"
import { parseGetHistoryAnswer } from "../operations/get-history"
import { parseGetPaymentMethodsAnswer } from "../operations/get-payment-methods"
import { parseGetStatsAnswer } from "../operations/get-stats"
import { parsePayViaCardAnswer } from "../operations/pay-via-card"
import { parseStatusPaymentAnswer } from "../operations/status-payment"
import { number } from "./samples"

/** What reads the answer of each operation; `get_fiscal` hands its on as it is. */
export const PARSERS: Partial<Record<OperationName, (answer: Answer) => unknown>> = {
  create_payment: parseCreatePaymentAnswer,
  status_payment: (answer) => parseStatusPaymentAnswer(answer, number(61001)),
  pay_via_card: parsePayViaCardAnswer,
  confirm_card_payment: parseConfirmCardPaymentAnswer,
  get_balance: parseGetBalanceAnswer,
  get_history: parseGetHistoryAnswer,
  get_stats: parseGetStatsAnswer,
  get_payment_methods: parseGetPaymentMethodsAnswer,
}
