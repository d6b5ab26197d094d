import {
  cashDeskAnswerSchema,
  cashDeskSchema,
  cashDesksAnswerSchema,
  historyAnswerSchema,
  overviewAnswerSchema,
  setKeyBodySchema,
  testAnswerSchema,
} from "./cash-desks"
import { doctorAnswerSchema, findingSchema } from "./doctor"
import { problemSchema, refusalSchema, userSchema } from "./common"
import {
  attentionAnswerSchema,
  completePayoutAnswerSchema,
  completePayoutBodySchema,
  dismissAnswerSchema,
  heldSchema,
  resolveAnswerSchema,
  resolveBodySchema,
  unansweredSchema,
} from "./attention"
import {
  blockerSchema,
  checkAnswerSchema,
  invoiceAnswerSchema,
  invoiceSchema,
  invoicesAnswerSchema,
  payoutSchema,
  receiptAnswerSchema,
} from "./invoices"
import { paymentLinkAnswerSchema, paymentLinkBodySchema } from "./payment-link"
import { settingsAnswerSchema, settingsBodySchema } from "./settings"
import {
  cardAnswerSchema,
  cardBodySchema,
  confirmBodySchema,
  orderReceiptAnswerSchema,
  paymentMethodsAnswerSchema,
  paymentSessionAnswerSchema,
  storeRefusalSchema,
} from "./store"

/** What the routes answer with, and what it is made of, by the names `openapi.json` uses. */
export const ANSWERS = {
  Attention: attentionAnswerSchema,
  Blocker: blockerSchema,
  CardStarted: cardAnswerSchema,
  CashDesk: cashDeskSchema,
  CashDeskAnswer: cashDeskAnswerSchema,
  CashDesksAnswer: cashDesksAnswerSchema,
  CheckAnswer: checkAnswerSchema,
  CompletePayoutAnswer: completePayoutAnswerSchema,
  DismissAnswer: dismissAnswerSchema,
  DoctorAnswer: doctorAnswerSchema,
  Finding: findingSchema,
  HeldPayment: heldSchema,
  History: historyAnswerSchema,
  Invoice: invoiceSchema,
  InvoiceAnswer: invoiceAnswerSchema,
  InvoicesAnswer: invoicesAnswerSchema,
  OrderReceipt: orderReceiptAnswerSchema,
  Overview: overviewAnswerSchema,
  PaymentLink: paymentLinkAnswerSchema,
  PaymentMethods: paymentMethodsAnswerSchema,
  PaymentSession: paymentSessionAnswerSchema,
  Payout: payoutSchema,
  Problem: problemSchema,
  Receipt: receiptAnswerSchema,
  Refusal: refusalSchema,
  ResolveAnswer: resolveAnswerSchema,
  Settings: settingsAnswerSchema,
  StoreRefusal: storeRefusalSchema,
  TestAnswer: testAnswerSchema,
  UnansweredInvoice: unansweredSchema,
  User: userSchema,
} as const

/** What the routes take, by the names `openapi.json` uses. */
export const BODIES = {
  Card: cardBodySchema,
  CompletePayout: completePayoutBodySchema,
  ConfirmCard: confirmBodySchema,
  MakePaymentLink: paymentLinkBodySchema,
  Resolve: resolveBodySchema,
  SetKey: setKeyBodySchema,
  SetSettings: settingsBodySchema,
} as const
