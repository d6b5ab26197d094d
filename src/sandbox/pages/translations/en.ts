import type { CustomerReason } from "../../core/outcome"

const refusals: Readonly<Record<CustomerReason, string>> = {
  card_number: "A card number has 16 digits.",
  card_expiry: "Write the expiry as MM/YY.",
  card_unknown: "This card is unknown. Check the number.",
  card_expired: "This card has expired.",
  card_blocked: "This card is blocked. Ask your bank.",
  card_limit: "The card's limit for today is reached.",
  not_enough_money: "There is not enough money on the card.",
  no_sms_service: "SMS service is not enabled for this card. Ask your bank to enable it.",
  bank_down: "The bank does not answer. Try again in a few minutes.",
  wrong_code: "The code is wrong.",
  spent_token: "The code is no longer valid. Enter the card again.",
  invoice_paid: "The invoice is already paid.",
  invoice_lapsed: "The time to pay is over.",
}

/** Every text a paying customer sees; the other languages have the same shape. */
export const english = {
  languageTag: "en",
  sandboxBand: "Sandbox. No money moves here.",
  language: "Language",
  amount: (grouped: string) => `${grouped.replaceAll(" ", ",")}\u00a0UZS`,
  invoice: (number: number) => `Invoice ${number}`,
  payBefore: (dateTime: string) => `Pay before ${dateTime}`,
  hoursLeft: (hours: number) => `${hours} h left`,
  minutesLeft: (minutes: number) => `${minutes} min left`,
  lessThanAMinute: "less than a minute left",
  /** What ticks down in a browser: `59:07` in the place of `{time}`. */
  ticking: "{time} left",
  chooseMethod: "How would you like to pay?",
  noMethods: "No payment systems are enabled.",
  bankCard: "Bank card",
  payWith: (name: string) => `Pay with ${name}`,
  payByCard: "Pay by bank card",
  pay: (amount: string) => `Pay ${amount}`,
  methodExplained: (name: string) =>
    `In real life ${name} opens here and asks you to confirm. The sandbox only has this button.`,
  anotherMethod: "Choose another way to pay",
  cardNumber: "Card number",
  cardExpiry: "Expiry",
  expiryForm: "MM/YY",
  sendCode: "Send the SMS code",
  cardHint: "Test card: 8600 0000 0000 0001, any future expiry.",
  enterCode: "Enter the SMS code",
  codeSent: (lastDigits: string) =>
    `We sent a code to the phone linked to the card ending in ${lastDigits}.`,
  smsCode: "SMS code",
  codeHint: "The sandbox sends no SMS. The code is 123456.",
  newCodeIn: (seconds: number) => `A new code can be sent in ${seconds} s.`,
  newCodeTicking: "A new code can be sent in {time}.",
  newCode: "Send a new code",
  anotherCard: "Use another card",
  paidTitle: "Paid",
  paidThrough: (name: string, dateTime: string) => `${name}, ${dateTime}`,
  returning: "You are being taken back to the shop.",
  returnNow: "Return to the shop",
  mayClose: "You can close this page.",
  backToShop: "Back to the shop without paying",
  lapsedTitle: "The time to pay is over",
  lapsedText: "This invoice can no longer be paid here. Go back to the shop and start again.",
  refusals,
  notFoundTitle: "Nothing here",
  notFoundText:
    "This payment page does not exist. Check the address or ask the shop for a new one.",
}

export type Words = typeof english
