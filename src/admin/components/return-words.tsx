import type { Payout } from "../../contract"
import { personInWords } from "../lib/person"
import { useWords } from "../lib/words"
import { Moment } from "./moment"

type Return = NonNullable<Payout["returned"]>

/** Who decided that a payment goes back, and when. */
export const ReturnedBy = ({ returned: { by, at } }: { returned: Return }) => {
  const { t } = useWords()
  return (
    <span className="break-words">
      {by && `${personInWords(t, by)} · `}
      <Moment at={at} />
    </span>
  )
}

/** The same in lines of their own, with what they noted. */
export const ReturnWords = ({ returned }: { returned: Payout["returned"] }) => {
  const { t } = useWords()
  if (returned === null) return null
  return (
    <div className="txt-small text-ui-fg-subtle">
      <div>
        {t("payments.payout.returned")}: <ReturnedBy returned={returned} />
      </div>
      {returned.note !== null && (
        <div className="break-words">
          {t("payments.return.note")}: {returned.note}
        </div>
      )}
    </div>
  )
}
