import { InlineTip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { Invoice } from "../../contract"
import { useWords } from "../lib/words"

/** Money without a home: why, and where to do something about it. */
export const Held = ({ reason }: { reason: NonNullable<Invoice["hold_reason"]> }) => {
  const { t } = useWords()
  return (
    <InlineTip label={t("common.state.held")} variant="error">
      {t(`common.reason.${reason}`)}.{" "}
      <Link
        to="/checkout-uz?tab=attention"
        className="text-ui-fg-interactive hover:text-ui-fg-interactive-hover txt-small-plus focus-visible:shadow-borders-focus rounded-sm outline-none"
      >
        {t("order.resolve")}
      </Link>
    </InlineTip>
  )
}
