import type { Parts } from "medusa-payment-checkout-uz/storefront"
import { som } from "../format"
import { useWords } from "../words"

/** Which part is due. */
export function dueOf({ of, paid }: Parts): number {
  return Math.min(paid + 1, of)
}

/** In one sentence before paying: that it is paid in parts, and what the next one comes to. */
export function PartsForeseen({ parts }: { parts: Parts }) {
  const { say, language } = useWords()
  const { of, paid, amount } = parts
  const facts = { of, paid, amount: som(amount ?? 0, language) }
  return <p className="parts-foreseen">{say(paid > 0 ? "partsGoOn" : "inParts", facts)}</p>
}

interface ProgressProps {
  parts: Parts
  /** Of the whole payment, in UZS. */
  amount: number
}

/** How far a payment has come; the page's title says it in words. */
export function Progress({ parts, amount }: ProgressProps) {
  const { say, language } = useWords()
  const places = Array.from({ length: parts.of }, (_, place) => place)
  return (
    <div className="progress">
      <div className="bar" aria-hidden="true">
        {places.map((place) => (
          <span key={place} className={classOf(place, parts)} />
        ))}
      </div>
      <dl>
        <div>
          <dt>{say("partsCame")}</dt>
          <dd>{som(parts.paid_amount, language)}</dd>
        </div>
        <div>
          <dt>{say("partsLeft")}</dt>
          <dd className="left">{som(amount - parts.paid_amount, language)}</dd>
        </div>
      </dl>
    </div>
  )
}

function classOf(place: number, { paid }: Parts): string | undefined {
  if (place < paid) return "paid"
  return place === paid ? "due" : undefined
}
