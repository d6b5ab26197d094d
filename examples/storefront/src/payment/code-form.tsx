import type { CardPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useRef, useState, type ReactNode } from "react"
import { countdown } from "../format"
import { Field } from "../shop/field"
import { SubmitButton } from "../shop/submit-button"
import { useWords } from "../words"

/** Step 2: the code from the SMS, usually of six digits. */
export function CodeForm({ card, trouble }: { card: CardPayment; trouble: ReactNode }) {
  const { say } = useWords()
  const [code, setCode] = useState("")
  const [wasSent, setSent] = useState(false)
  const input = useRef<HTMLInputElement>(null)

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
      {trouble}
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
