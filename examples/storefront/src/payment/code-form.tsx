import type { CardPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useRef, useState } from "react"
import { countdown } from "../format"
import { Field } from "../shop/field"
import { SubmitButton } from "../shop/submit-button"
import { useWords } from "../words"
import { useReason } from "./reason"

/** Step 2: the code from the SMS, usually of six digits. */
export function CodeForm({ card }: { card: CardPayment }) {
  const { say } = useWords()
  const reasonOf = useReason()
  const [code, setCode] = useState("")
  const [wasSent, setSent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isTooOld = card.secondsLeft === 0 && !card.isBusy

  const confirm = async () => {
    setSent(true)
    if (code.trim() !== "") await card.confirm(code)
    input.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p role="status">
        {card.phone === null ? say("codeSentNoPhone") : say("codeSent", { phone: card.phone })}
      </p>
      <Field
        inputRef={input}
        className="sms-code"
        label={say("smsCode")}
        name="sms-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        autoFocus
        value={code}
        wrong={wasSent && code.trim() === "" ? say("codeWrong") : undefined}
        onChange={({ target }) => {
          setCode(target.value.replace(/\s/g, ""))
        }}
      />
      {(card.error ?? isTooOld) && (
        <p className="wrong" role="alert">
          {reasonOf(card.error) ?? say("codeOld")}
        </p>
      )}
      <SubmitButton isBusy={card.isBusy} className="button big">
        {say(card.isBusy ? "confirming" : "confirm")}
      </SubmitButton>
      <div className="beside">
        {card.resendIn > 0 ? (
          <span className="quiet">{say("resendIn", { time: countdown(card.resendIn) })}</span>
        ) : (
          <button type="button" className="plain" onClick={() => void card.resend()}>
            {say("resend")}
          </button>
        )}
        <button type="button" className="plain" onClick={card.changeCard}>
          {say("otherCard")}
        </button>
      </div>
    </form>
  )
}
