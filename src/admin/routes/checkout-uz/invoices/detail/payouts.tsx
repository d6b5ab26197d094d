import { Badge, Text } from "@medusajs/ui"
import type { Payout } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { formatUzs } from "../../../../lib/format"
import { personInWords } from "../../../../lib/person"
import { useWords } from "../../../../lib/words"
import { MoneySources } from "../../../../components/money-sources"
import { PayoutAction } from "../../../../components/payout-action"
import { ReturnWords } from "../../../../components/return-words"
import { InvoiceLink } from "../../invoice-link"
import { Part } from "./part"

/** What was given back, or is to be. */
export const Payouts = ({ payouts }: { payouts: Payout[] }) => {
  const { t, language } = useWords()
  if (payouts.length === 0) return null
  return (
    <Part title={t("payments.payouts")}>
      <ul className="flex flex-col gap-y-3">
        {payouts.map((payout) => (
          <li key={payout.id} className="flex items-start justify-between gap-x-4">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-2">
                <Text size="small" weight="plus" className="tabular-nums">
                  {formatUzs(payout.amount, language)}
                </Text>
                <Badge size="2xsmall" color={payout.completed_at === null ? "orange" : "green"}>
                  {payout.completed_at === null
                    ? t("payments.payout.open_badge")
                    : t("payments.payout.done_badge")}
                </Badge>
              </div>
              <Text size="small" className="text-ui-fg-subtle">
                {t(`payments.payout.${payout.kind}`)}
              </Text>
              {payout.shares.length > 1 && (
                <div className="txt-small text-ui-fg-subtle">
                  {t("payments.payout.from")}:
                  <MoneySources
                    sources={payout.shares}
                    numberOf={({ invoice_id: id, invoice_number: number }) => (
                      <InvoiceLink id={id} number={number} />
                    )}
                  />
                </div>
              )}
              <ReturnWords returned={payout.returned} />
              {payout.completed_at === null && payout.returned === null && (
                <Text size="small" className="text-ui-fg-subtle">
                  <Moment at={payout.created_at} />
                </Text>
              )}
              {payout.completed_at !== null && (
                <Text size="small" className="text-ui-fg-subtle break-words">
                  {t("payments.payout.done_badge")}:{" "}
                  {payout.completed_by_user && `${personInWords(t, payout.completed_by_user)} · `}
                  <Moment at={payout.completed_at} />
                </Text>
              )}
              {payout.note !== null && (
                <Text size="small" className="text-ui-fg-subtle break-words">
                  {payout.note}
                </Text>
              )}
            </div>
            {payout.completed_at === null && <PayoutAction payout={payout} />}
          </li>
        ))}
      </ul>
    </Part>
  )
}
