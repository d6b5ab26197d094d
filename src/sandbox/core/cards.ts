import { randomBytes } from "node:crypto"
import { cardPaymentSystem, smsCodeAttempts, spentTokenMessage } from "../assumptions"
import { findInvoice, payable, type Paid } from "./invoices"
import { done, refuse, type Outcome, type Refusal } from "./outcome"
import type { CardToken, CashDesk, Invoice, State } from "./state"
import { blockedCard, expiredCard, refusalOf, smsCode, testCard } from "./test-cards"
import { endOfCardMonth, type Instant } from "./time"

/** docs/service.md, 9.3. */
export const tokenLifetimeMs = 5 * 60 * 1000
const newCodeAfterMs = 60_000

export const maskedCard = (number: string): string => `**** **** **** ${number.slice(-4)}`

export type Card = { number: string; month: number; year: number }

/**
 * Reads a card as written by people: 16 digits with or without spaces, expiry `MM/YY`
 * (docs/service.md, 5.2). The refusal names the field, never its value.
 */
export const readCard = (number: string, expiry: string): Outcome<Card> => {
  const digits = number.replaceAll(" ", "")
  if (!/^\d{16}$/.test(digits))
    return refuse("invalid", "card_number must be 16 digits.", "card_number")
  const parts = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry)
  if (!parts) return refuse("invalid", "card_expiry must have the form MM/YY.", "card_expiry")
  return done({ number: digits, month: Number(parts[1]), year: Number(parts[2]) })
}

const forgetOldTokens = (state: State, now: Instant): void => {
  for (const [key, token] of state.cardTokens) {
    // Tokens are kept in the order they were issued.
    if (now - token.issuedAt < tokenLifetimeMs) return
    state.cardTokens.delete(key)
  }
}

/** Step 1 of direct card payment: checks the card, "sends" the SMS code, issues a token. */
export const startCardPayment = (
  state: State,
  desk: CashDesk,
  invoiceNumber: number,
  card: Card,
  now: Instant
): Outcome<CardToken> => {
  const found = findInvoice(state, desk, { number: invoiceNumber })
  if (!found.ok) return found
  const allowed = payable(desk, found.value, now)
  if (!allowed.ok) return allowed
  if (state.blockedCards.has(card.number)) return blockedCard
  const refusal = refusalOf(card.number, "submit")
  if (refusal) return refusal
  if (now >= endOfCardMonth(card.month, card.year)) return expiredCard
  forgetOldTokens(state, now)
  return done(issueToken(state, found.value, card.number, now))
}

const issueToken = (
  state: State,
  invoice: Invoice,
  cardNumber: string,
  now: Instant
): CardToken => {
  const token: CardToken = {
    token: randomBytes(24).toString("hex"),
    invoice,
    cardNumber,
    issuedAt: now,
    wrongCodes: 0,
  }
  state.cardTokens.set(token.token, token)
  return token
}

/** A token that can still be confirmed, in this cash desk. */
export const liveToken = (
  state: State,
  desk: CashDesk,
  key: string,
  now: Instant
): Outcome<CardToken> => {
  const token = state.cardTokens.get(key)
  const live = token && now - token.issuedAt < tokenLifetimeMs
  return live && token.invoice.cashDeskId === desk.id
    ? done(token)
    : refuse("refused", spentTokenMessage, "spent_token")
}

/** Seconds until another code may be sent for the same card. */
export const secondsUntilNewCode = ({ issuedAt }: CardToken, now: Instant): number =>
  Math.max(0, Math.ceil((issuedAt + newCodeAfterMs - now) / 1000))

/**
 * "Sends" another code on the hosted page: a token of its own, in the place of the old one. Asked too
 * soon, the code that was sent stays the one to enter.
 */
export const sendNewCode = (state: State, sent: CardToken, now: Instant): CardToken => {
  if (secondsUntilNewCode(sent, now) > 0) return sent
  state.cardTokens.delete(sent.token)
  return issueToken(state, sent.invoice, sent.cardNumber, now)
}

const wrongCode = (state: State, token: CardToken): Refusal => {
  const refused = "The SMS code is wrong."
  token.wrongCodes += 1
  if (token.wrongCodes < smsCodeAttempts) return refuse("refused", refused, "wrong_code")
  state.cardTokens.delete(token.token)
  if (!testCard(token.cardNumber)?.blocksOnWrongCodes) {
    return refuse("refused", refused, "too_many_codes")
  }
  state.blockedCards.add(token.cardNumber)
  return blockedCard
}

/** A card whose owner entered the right code, and the invoice it pays. */
export type AcceptedCard = { invoice: Invoice; paid: Paid }

/** Step 2: the SMS code. The token is consumed by success, a bank's refusal or too many wrong codes. */
export const acceptCode = (
  state: State,
  desk: CashDesk,
  { token: key, code, now }: { token: string; code: string; now: Instant }
): Outcome<AcceptedCard> => {
  const live = liveToken(state, desk, key, now)
  if (!live.ok) return live
  const { invoice, cardNumber } = live.value
  if (code !== smsCode || testCard(cardNumber)?.codeNeverArrives) {
    return wrongCode(state, live.value)
  }
  state.cardTokens.delete(key)
  const refusal = state.blockedCards.has(cardNumber)
    ? blockedCard
    : refusalOf(cardNumber, "confirm")
  if (refusal) return refusal
  const open = payable(desk, invoice, now)
  return open.ok
    ? done({ invoice, paid: { system: cardPaymentSystem, maskedCard: maskedCard(cardNumber) } })
    : open
}
