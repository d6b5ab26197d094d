import { Badge, Text } from "@medusajs/ui"
import type { Refund } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { formatUzs } from "../../../../lib/format"
import { useWords } from "../../../../lib/words"
import { RefundAction } from "../../attention/refund-action"
import { Part } from "./part"

/** What was given back, or is to be. */
export const Refunds = ({ refunds }: { refunds: Refund[] }) => {
  const { t, language } = useWords()
  if (refunds.length === 0) return null
  return (
    <Part title={t("payments.refunds")}>
      <ul className="flex flex-col gap-y-3">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex items-start justify-between gap-x-4">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-2">
                <Text size="small" weight="plus" className="tabular-nums">
                  {formatUzs(refund.amount, language)}
                </Text>
                <Badge size="2xsmall" color={refund.completed_at === null ? "orange" : "green"}>
                  {refund.completed_at === null
                    ? t("payments.refund.open_badge")
                    : t("payments.refund.done_badge")}
                </Badge>
              </div>
              {refund.note !== null && (
                <Text size="small" className="text-ui-fg-subtle break-words">
                  {refund.note}
                </Text>
              )}
              <Text size="xsmall" className="text-ui-fg-subtle">
                <Moment at={refund.completed_at ?? refund.created_at} />
              </Text>
            </div>
            {refund.completed_at === null && <RefundAction refund={refund} />}
          </li>
        ))}
      </ul>
    </Part>
  )
}
