import { Alert, Text } from "@medusajs/ui"
import type { Blocker, InvoiceDetail } from "../../../../../contract"
import { StateBadge } from "../../../../components/state-badge"
import { adviceFor, factsBehind } from "../../../../lib/blocker-words"
import { formatUzs } from "../../../../lib/format"
import { partOfWhole } from "../../../../lib/part-words"
import { useWords } from "../../../../lib/words"
import { HeldActions } from "../../attention/held-actions"
import { CheckNow } from "./check-now"
import { PaymentAddress } from "./payment-address"

/** Where the service's answer changes nothing any more. */
const FINAL: readonly InvoiceDetail["state"][] = ["settled", "returned"]

/** What is only as true as the service's last answer. */
const UNPAID: readonly InvoiceDetail["standing"][] = ["waiting", "expired"]

/** How much, where it stands, and what can be done about it. */
export const Standing = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t, language } = useWords()
  const { state, blocker } = invoice
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <div className="flex flex-col gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="h1-core tabular-nums">{formatUzs(invoice.amount, language)}</span>
          <StateBadge standing={invoice.standing} toSend={invoice.to_send} />
        </div>
        {invoice.part !== null && (
          <Text size="small" leading="compact" weight="plus">
            {partOfWhole(t, language, invoice.part)}
          </Text>
        )}
        <Text size="small" className="text-ui-fg-subtle">
          {t(`common.standing_hint.${invoice.standing}`)}
        </Text>
        {UNPAID.includes(invoice.standing) && invoice.last_error !== null && (
          <Text size="small" className="text-ui-fg-error">
            {t("payments.not_asked")}
          </Text>
        )}
      </div>
      {blocker && <InTheWay invoice={invoice} blocker={blocker} />}
      {invoice.payment_url !== null && <PaymentAddress url={invoice.payment_url} />}
      {!FINAL.includes(state) && <CheckNow invoice={invoice} />}
    </div>
  )
}

/** What may still be booked by itself is no alarm yet, and what only waits for its other parts is none at all. */
const VARIANTS: Partial<Record<InvoiceDetail["standing"], "error" | "info">> = {
  needs_you: "error",
  part_paid: "info",
}

/** Why the money is not booked, and what can be done about it. */
const InTheWay = ({ invoice, blocker }: { invoice: InvoiceDetail; blocker: Blocker }) => {
  const { t, language } = useWords()
  const why = factsBehind(t, language, blocker, invoice)
  const isAwaited = invoice.standing === "part_paid"
  return (
    <Alert variant={VARIANTS[invoice.standing] ?? "warning"}>
      <div className="flex flex-col gap-y-3">
        <div className="flex flex-col gap-y-1">
          <Text size="small" leading="compact" weight="plus">
            {isAwaited ? t("order.part_paid") : t(`common.reason.${blocker.reason}`)}
          </Text>
          {why !== undefined && <Text size="small">{why}</Text>}
          {!isAwaited && (
            <Text size="small" className="text-ui-fg-subtle">
              {adviceFor(t, blocker)}
            </Text>
          )}
        </div>
        <HeldActions held={invoice} />
      </div>
    </Alert>
  )
}
