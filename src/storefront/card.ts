import { isCodeSent, isPayment } from "./answers"
import { isOpen, partsPaid, withPartStatus } from "./parts"
import { pathOf } from "./payment"
import { ask, isPassing, PaymentError, type Store } from "./store"
import type { Card, CodeSent, Payment } from "./types"
import { waitForPayment } from "./wait"

/** For which a confirmation without an answer is looked for, in seconds. */
const LOST_ANSWER_SECONDS = 20

/**
 * Step 1 of paying by card in the shop: the card's owner gets a code by SMS. Calling it again sends a
 * new code.
 *
 * @param sessionId of a payment that is open
 * @throws PaymentError, such as `card_refused`
 */
export function sendCardCode(store: Store, sessionId: string, card: Card): Promise<CodeSent> {
  return ask(store, pathOf(sessionId, "/card"), isCodeSent, {
    method: "POST",
    body: { card_number: card.number, card_expiry: card.expiry },
    refused: "card_refused",
  })
}

/** What is known of a payment before its code is sent. */
export interface ConfirmOptions {
  /** Of a payment in parts, how many had come before: only then a lost answer's part is told from those. */
  partsPaid?: number
}

/**
 * Step 2: the code from the SMS. Of a payment in parts it pays the one that is due.
 *
 * INVARIANT: it is sent once. Where the answer is lost, the payment's status says what became of it, for at
 * most 20 seconds.
 *
 * @param sessionId the one that `sendCardCode` was given
 * @param code the digits as the customer typed them
 * @throws PaymentError, such as `code_refused` (with `triesLeft`) or `code_expired`
 */
export async function confirmCardCode(
  store: Store,
  sessionId: string,
  code: string,
  { partsPaid: before = Infinity }: ConfirmOptions = {}
): Promise<Payment> {
  try {
    const answer = await ask(store, pathOf(sessionId, "/card/confirm"), isPayment, {
      method: "POST",
      body: { sms_code: code },
      refused: "code_refused",
    })
    return withPartStatus(answer)
  } catch (error) {
    if (!(error instanceof PaymentError) || error.status === 429 || !isPassing(error)) throw error
    const payment = await afterLostAnswer(store, sessionId, before)
    if (payment) return payment
    throw error
  }
}

/** @returns undefined where the payment is still open, or nobody answers */
async function afterLostAnswer(
  store: Store,
  sessionId: string,
  before: number
): Promise<Payment | undefined> {
  const options = { giveUpAfterSeconds: LOST_ANSWER_SECONDS, partsPaid: before }
  const payment = await waitForPayment(store, sessionId, options).catch(() => undefined)
  const hasCome = payment && (!isOpen(payment) || partsPaid(payment) > before)
  return hasCome ? payment : undefined
}
