import { InlineTip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { Blocker, Invoice } from "../../contract"
import { numbersBehind } from "../lib/blocker-words"
import { useWords } from "../lib/words"

type Props = { invoice: Pick<Invoice, "amount">; blocker: Blocker }

/** Paid money that is not booked: why, and where to do something about it. */
export const Held = ({ invoice, blocker }: Props) => {
  const { t, language } = useWords()
  const numbers = numbersBehind(t, language, blocker, invoice)
  return (
    <InlineTip label={t("common.needs_you")} variant="error">
      {t(`common.reason.${blocker.reason}`)}. {numbers}{" "}
      <Link
        to="/checkout-uz?tab=attention"
        className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover txt-small-plus focus-visible:shadow-borders-focus rounded-sm outline-none"
      >
        {t("order.resolve")}
      </Link>
    </InlineTip>
  )
}
