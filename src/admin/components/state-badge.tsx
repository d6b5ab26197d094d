import { StatusBadge, Tooltip } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { formatUzs } from "../lib/format"
import { useWords } from "../lib/words"

const COLORS = {
  waiting: "blue",
  expired: "grey",
  processing: "blue",
  part_paid: "blue",
  needs_you: "red",
  paid: "green",
  to_pay_out: "orange",
  partly_refunded: "purple",
  refunded: "grey",
  returned: "grey",
} as const

/** What has become of an invoice's money, in a word or two; in a sentence when pointed at. */
export const StateBadge = ({
  standing,
  toSend = 0,
}: {
  standing: Invoice["standing"]
  /** What is still to be sent to the customer, in UZS, where it is known and told beside the state. */
  toSend?: number
}) => {
  const { t, language } = useWords()
  const amount = standing === "to_pay_out" && toSend > 0 ? `: ${formatUzs(toSend, language)}` : ""
  return (
    <Tooltip content={t(`common.standing_hint.${standing}`)}>
      <StatusBadge color={COLORS[standing]} className="text-nowrap">
        {t(`common.standing.${standing}`) + amount}
      </StatusBadge>
    </Tooltip>
  )
}
