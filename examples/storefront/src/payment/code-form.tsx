import type { CardPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useRef, useState, type ReactNode } from "react"
import { countdown } from "../format"
import { Field } from "../shop/field"
import { SubmitButton } from "../shop/submit-button"
import { useWords } from "../words"

/** Step 2: the code from the SMS, usually of six digits. Each code that is sent has a form of its own. */
export function CodeForm({ card, trouble }: { card: CardPayment; trouble: ReactNode }) {
  const { say } = useWords()
  const [code, setCode] = useState("")
  const [wasSent, setSent] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // No code is taken any more, but for one that is on its way.
  const isOver = card.secondsLeft === 0 && !isConfirming
  const isTooLate = isOver && (!card.error || card.error.code === "code_refused")

  const confirm = async () => {
    setSent(true)
    if (code.trim() !== "") {
      setConfirming(true)
      await card.confirm(code)
      setConfirming(false)
    }
    input.current?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void (isOver ? card.resend() : confirm())
      }}
    >
      {!isOver && (
        <>
          <Sent card={card} />
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
        </>
      )}
      {isTooLate ? (
        <p className="wrong" role="alert">
          {say("codeOld")}
        </p>
      ) : (
        trouble
      )}
      <SubmitButton isBusy={card.isBusy} className="button big" takesFocus={isOver}>
        {say(isConfirming ? "confirming" : card.isBusy ? "sending" : isOver ? "resend" : "confirm")}
      </SubmitButton>
      <div className="beside">
        {!isOver && <Resend card={card} />}
        <button type="button" className="plain" onClick={card.changeCard}>
          {say("otherCard")}
        </button>
      </div>
    </form>
  )
}

function Sent({ card: { phone, codesSent } }: { card: CardPayment }) {
  const { say } = useWords()
  const isNew = codesSent > 1
  return (
    <p role="status">
      {phone === null
        ? say(isNew ? "newCodeSentNoPhone" : "codeSentNoPhone")
        : say(isNew ? "newCodeSent" : "codeSent", { phone })}
    </p>
  )
}

function Resend({ card: { resendIn, resend } }: { card: CardPayment }) {
  const { say } = useWords()
  if (resendIn > 0) {
    return <span className="quiet">{say("resendIn", { time: countdown(resendIn) })}</span>
  }
  return (
    <button type="button" className="plain" onClick={() => void resend()}>
      {say("resend")}
    </button>
  )
}
