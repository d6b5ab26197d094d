import { isCodeSent, isPayment } from "./answers"
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
 * @throws PaymentError, such as `card_refused`
 */
export async function sendCardCode(store: Store, sessionId: string, card: Card): Promise<CodeSent> {
  const { valid_seconds, ...sent } = await ask(store, pathOf(sessionId, "/card"), isCodeSent, {
    method: "POST",
    body: { card_number: card.number, card_expiry: card.expiry },
    refused: "card_refused",
  })
  return { phone: null, seconds_left: valid_seconds ?? 0, ...sent }
}

/**
 * Step 2: the code from the SMS.
 *
 * INVARIANT: it is sent once. Where the answer is lost, the payment's status says what became of it.
 *
 * @param sent what step 1 answered: a server that keeps no token has given it away there
 * @throws PaymentError, such as `code_refused`
 */
export async function confirmCardCode(
  store: Store,
  sessionId: string,
  code: string,
  sent?: CodeSent
): Promise<Payment> {
  try {
    return await ask(store, pathOf(sessionId, "/card/confirm"), isPayment, {
      method: "POST",
      body: {
        sms_code: code,
        ...(sent?.payment_token && { payment_token: sent.payment_token }),
      },
      refused: "code_refused",
    })
  } catch (error) {
    if (!(error instanceof PaymentError) || error.status === 429 || !isPassing(error)) throw error
    const payment = await afterLostAnswer(store, sessionId)
    if (payment) return payment
    throw error
  }
}

/** @returns undefined where the payment is still open, or nobody answers */
async function afterLostAnswer(store: Store, sessionId: string): Promise<Payment | undefined> {
  const options = { giveUpAfterSeconds: LOST_ANSWER_SECONDS }
  const payment = await waitForPayment(store, sessionId, options).catch(() => undefined)
  const isOpen = payment?.status === "pending" || payment?.status === "awaiting_payment"
  return isOpen ? undefined : payment
}
