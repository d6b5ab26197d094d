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

/** What the routes answer with, and what it is made of, by the names `openapi.json` uses. */
export const ANSWERS = {
  Attention: attentionAnswerSchema,
  Blocker: blockerSchema,
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
  Overview: overviewAnswerSchema,
  PaymentLink: paymentLinkAnswerSchema,
  Payout: payoutSchema,
  Problem: problemSchema,
  Receipt: receiptAnswerSchema,
  Refusal: refusalSchema,
  ResolveAnswer: resolveAnswerSchema,
  Settings: settingsAnswerSchema,
  TestAnswer: testAnswerSchema,
  UnansweredInvoice: unansweredSchema,
  User: userSchema,
} as const

/** What the routes take, by the names `openapi.json` uses. */
export const BODIES = {
  CompletePayout: completePayoutBodySchema,
  MakePaymentLink: paymentLinkBodySchema,
  Resolve: resolveBodySchema,
  SetKey: setKeyBodySchema,
  SetSettings: settingsBodySchema,
} as const
