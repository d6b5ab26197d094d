import {
  cashDeskAnswerSchema,
  cashDeskSchema,
  cashDesksAnswerSchema,
  historyAnswerSchema,
  overviewAnswerSchema,
  setKeyBodySchema,
  testAnswerSchema,
} from "./cash-desks"
import { problemSchema, refusalSchema, userSchema } from "./common"
import {
  attentionAnswerSchema,
  checkAnswerSchema,
  completeRefundAnswerSchema,
  completeRefundBodySchema,
  heldSchema,
  invoiceAnswerSchema,
  invoiceSchema,
  invoicesAnswerSchema,
  receiptAnswerSchema,
  refundSchema,
  resolveAnswerSchema,
  resolveBodySchema,
} from "./invoices"
import { paymentLinkAnswerSchema, paymentLinkBodySchema } from "./payment-link"
import { settingsAnswerSchema, settingsBodySchema } from "./settings"

/** What the routes answer with, and what it is made of, by the names `docs/openapi.json` uses. */
export const ANSWERS = {
  Attention: attentionAnswerSchema,
  CashDesk: cashDeskSchema,
  CashDeskAnswer: cashDeskAnswerSchema,
  CashDesksAnswer: cashDesksAnswerSchema,
  CheckAnswer: checkAnswerSchema,
  CompleteRefundAnswer: completeRefundAnswerSchema,
  HeldPayment: heldSchema,
  History: historyAnswerSchema,
  Invoice: invoiceSchema,
  InvoiceAnswer: invoiceAnswerSchema,
  InvoicesAnswer: invoicesAnswerSchema,
  Overview: overviewAnswerSchema,
  PaymentLink: paymentLinkAnswerSchema,
  Problem: problemSchema,
  Receipt: receiptAnswerSchema,
  Refund: refundSchema,
  Refusal: refusalSchema,
  ResolveAnswer: resolveAnswerSchema,
  Settings: settingsAnswerSchema,
  TestAnswer: testAnswerSchema,
  User: userSchema,
} as const

/** What the routes take, by the names `docs/openapi.json` uses. */
export const BODIES = {
  CompleteRefund: completeRefundBodySchema,
  MakePaymentLink: paymentLinkBodySchema,
  Resolve: resolveBodySchema,
  SetKey: setKeyBodySchema,
  SetSettings: settingsBodySchema,
} as const
