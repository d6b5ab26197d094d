import type { CardPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useRef, useState, type ChangeEvent, type ReactNode } from "react"
import { Field } from "../shop/field"
import { SubmitButton } from "../shop/submit-button"
import { useWords } from "../words"
import { CardBrands } from "./card-brands"
import { asCardNumber, asExpiry, brandOf, digitsOf, isExpiry, looksMistyped } from "./card-text"

/** Step 1: the card. What is typed lives in this form and goes with it. */
export function CardForm({ card, trouble }: { card: CardPayment; trouble: ReactNode }) {
  const { say } = useWords()
  const [number, setNumber] = useState("")
  const [expiry, setExpiry] = useState("")
  const [wasSent, setSent] = useState(false)
  const inputs = {
    number: useRef<HTMLInputElement>(null),
    expiry: useRef<HTMLInputElement>(null),
  }
  const isShort = digitsOf(number).length !== 16
  const isNoDate = !isExpiry(expiry)

  const send = () => {
    setSent(true)
    if (isShort) inputs.number.current?.focus()
    else if (isNoDate) inputs.expiry.current?.focus()
    else void card.sendCode({ number, expiry })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="plastic">
        <CardBrands of={brandOf(number)} />
        <Field
          inputRef={inputs.number}
          className="card-number"
          label={say("cardNumber")}
          name="cardnumber"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          required
          autoFocus
          value={number}
          hint={isRefused(card) && looksMistyped(number) ? say("cardTypo") : undefined}
          wrong={wasSent && isShort ? say("cardNumberWrong") : undefined}
          onChange={(event) => {
            setNumber(asCardNumber(event.target.value))
            keepCaret(event)
          }}
        />
        <Field
          inputRef={inputs.expiry}
          className="card-expiry"
          label={say("cardExpiry")}
          name="cc-exp"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={say("expiryHint")}
          required
          value={expiry}
          wrong={wasSent && isNoDate ? say("cardExpiryWrong") : undefined}
          onChange={({ target }) => {
            const isDeleting = target.value.length < expiry.length
            setExpiry(isDeleting ? target.value : asExpiry(target.value))
          }}
        />
      </div>
      {trouble}
      <SubmitButton isBusy={card.isBusy} className="button big">
        {say(card.isBusy ? "sending" : "sendCode")}
      </SubmitButton>
      <p className="hint">{say("cardSafe")}</p>
    </form>
  )
}

/** Good cards may fail the check of their digits: nobody hears of it before a card was refused. */
function isRefused({ error }: CardPayment): boolean {
  return error?.code === "card_refused" || error?.code === "invalid_card_number"
}

/** Behind the digit it was behind, wherever the groups have put that. */
function keepCaret({ target }: ChangeEvent<HTMLInputElement>): void {
  const before = digitsOf(target.value.slice(0, target.selectionStart ?? undefined))
  const isAtEnd = target.selectionStart === target.value.length
  requestAnimationFrame(() => {
    const place = isAtEnd ? target.value.length : asCardNumber(before).length
    target.setSelectionRange(place, place)
  })
}
