import { refuse, type Refusal } from "./outcome"

type Step = "submit" | "confirm"

/** A card the sandbox knows, and what becomes of it. */
export type TestCard = {
  number: string
  does: string
  refusal?: { at: Step; with: Refusal }
  /** Whether the phone gets no SMS: no code is the right one. */
  codeNeverArrives?: true
  /** Whether as many wrong codes as end a token block the card as well. */
  blocksOnWrongCodes?: true
}

export const smsCode = "123456"
export const expiredCard = refuse("refused", "The card has expired.", "card_expired")
export const blockedCard = refuse("refused", "The card is blocked.", "card_blocked")
const bankDown = refuse("unavailable", "The bank does not answer. Try later.", "bank_down")

const refusing = (number: string, does: string, at: Step, refusal: Refusal): TestCard => ({
  number,
  does,
  refusal: { at, with: refusal },
})

/** The start page and docs/sandbox.md list them. */
export const testCards: readonly TestCard[] = [
  { number: "8600000000000001", does: "Pays" },
  refusing(
    "8600000000000002",
    "Not enough money, found out after the SMS code",
    "confirm",
    refuse("refused", "There is not enough money on the card.", "not_enough_money")
  ),
  refusing("8600000000000003", "Blocked card", "submit", blockedCard),
  refusing("8600000000000004", "Expired card, whatever expiry is given", "submit", expiredCard),
  refusing(
    "8600000000000005",
    "Its owner has no SMS service",
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
  {
    number: "8600000000000009",
    does: "The SMS code never arrives, and none is right",
    codeNeverArrives: true,
  },
  {
    number: "8600000000000010",
    does: "Pays; blocked after three wrong codes, until everything is emptied",
    blocksOnWrongCodes: true,
  },
  refusing(
    "8600000000000011",
    "Refused by the bank, without a reason",
    "submit",
    refuse("refused", "The bank refused the card.", "card_refused")
  ),
]

export const testCard = (number: string): TestCard | undefined =>
  testCards.find((known) => known.number === number)

/** Why a card is refused at a step; null where it is not. */
export const refusalOf = (number: string, at: Step): Refusal | null => {
  const card = testCard(number)
  if (!card) return refuse("refused", "The card is unknown.", "card_unknown")
  return card.refusal?.at === at ? card.refusal.with : null
}
