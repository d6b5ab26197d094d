import { randomBytes } from "node:crypto"
import { cardPaymentSystem, smsCodeAttempts, spentTokenMessage } from "../assumptions"
import { findInvoice, payable, markPaid, type Paid } from "./invoices"
import { done, refuse, type Outcome, type Refusal } from "./outcome"
import type { CardToken, CashDesk, Invoice, State } from "./state"
import { endOfCardMonth, type Instant } from "./time"

/** docs/service.md, 9.3. */
export const tokenLifetimeMs = 5 * 60 * 1000
export const smsCode = "123456"
const newCodeAfterMs = 60_000

type Step = "submit" | "confirm"
type TestCard = { number: string; does: string; refusal?: { at: Step; with: Refusal } }

const expiredCard = refuse("refused", "The card has expired.", "card_expired")
const bankDown = refuse("unavailable", "The bank does not answer. Try later.", "bank_down")

const refusing = (number: string, does: string, at: Step, refusal: Refusal): TestCard => ({
  number,
  does,
  refusal: { at, with: refusal },
})

/** The cards the sandbox knows; the start page lists them. */
export const testCards: readonly TestCard[] = [
  { number: "8600000000000001", does: "Pays" },
  refusing(
    "8600000000000002",
    "Not enough money, found out after the SMS code",
    "confirm",
    refuse("refused", "There is not enough money on the card.", "not_enough_money")
  ),
  refusing(
    "8600000000000003",
    "Blocked card",
    "submit",
    refuse("refused", "The card is blocked.", "card_blocked")
  ),
  refusing("8600000000000004", "Expired card, whatever expiry is given", "submit", expiredCard),
  refusing(
    "8600000000000005",
    "No SMS service",
    "submit",
    refuse("refused", "SMS service is not enabled for the card.", "no_sms_service")
  ),
  refusing("8600000000000006", "The bank is down", "submit", bankDown),
  refusing("8600000000000007", "The bank goes down after the SMS code", "confirm", bankDown),
  refusing(
    "8600000000000008",
    "Daily limit reached, found out after the SMS code",
    "confirm",
    refuse("refused", "The card's daily limit is reached.", "card_limit")
  ),
]

export const maskedCard = (number: string): string => `**** **** **** ${number.slice(-4)}`

const refusalOf = (number: string, at: Step): Refusal | null => {
  const card = testCards.find((known) => known.number === number)
  if (!card) return refuse("refused", "The card is unknown.", "card_unknown")
  return card.refusal?.at === at ? card.refusal.with : null
}

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

/** Takes the money of an accepted card for an invoice. */
export type Booking = (invoice: Invoice, paid: Paid) => Outcome<Invoice>

/** Step 2: the SMS code. The token is consumed by success, a bank's refusal or too many wrong codes. */
export const confirmCardPayment = (
  state: State,
  desk: CashDesk,
  { token: key, code, now }: { token: string; code: string; now: Instant },
  book: Booking = (invoice, paid) => markPaid(state, desk, invoice, paid, now)
): Outcome<Invoice> => {
  const live = liveToken(state, desk, key, now)
  if (!live.ok) return live
  const token = live.value
  if (code !== smsCode) {
    token.wrongCodes += 1
    if (token.wrongCodes >= smsCodeAttempts) state.cardTokens.delete(key)
    return refuse("refused", "The SMS code is wrong.", "wrong_code")
  }
  state.cardTokens.delete(key)
  const refusal = refusalOf(token.cardNumber, "confirm")
  if (refusal) return refusal
  return book(token.invoice, {
    system: cardPaymentSystem,
    maskedCard: maskedCard(token.cardNumber),
  })
}
