import { Alert, Text } from "@medusajs/ui"
import type { Held } from "../../../../contract"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { NotePanel } from "../../../components/note-panel"
import { PayoutFacts } from "../../../components/payout-facts"

export type Returnable = Pick<
  Held,
  "number" | "amount" | "paid_amount" | "customer" | "payment_system" | "parts"
>

/**
 * Says in which order money is returned before it ends the invoice: money that is sent first could
 * still be booked on an order.
 */
export const ReturnPanel = ({
  held: { number, amount, paid_amount, customer, payment_system, parts },
  ...panel
}: {
  held: Returnable
  open: boolean
  close: () => void
  busy: boolean
  confirm: (note: string) => void
}) => {
  const { t, language } = useWords()
  const ofParts = parts.reduce((sum, part) => sum + part.amount, 0)
  const isOfSeveral = parts.length > 1
  const kind = isOfSeveral ? "_parts" : ""
  const all = isOfSeveral ? ofParts : (paid_amount ?? amount)
  const sum = formatUzs(all, language)
  return (
    <NotePanel
      {...panel}
      title={
        isOfSeveral
          ? t("payments.return.title_parts", { amount: sum })
          : t("payments.return.title", { number })
      }
      explanation={
        <div className="flex flex-col gap-y-6">
          <PayoutFacts
            number={number}
            amount={all}
            customer={customer}
            system={payment_system}
            sources={parts}
          />
          <Alert variant="warning">
            <div className="flex flex-col gap-y-2">
              <Text size="small" leading="compact" weight="plus">
                {t("payments.return.order")}
              </Text>
              <ol className="txt-small text-ui-fg-subtle flex list-decimal flex-col gap-y-1 pl-5">
                <li>{t(`payments.return.step_end${kind}`)}</li>
                <li>{t(`payments.return.step_send${kind}`, { amount: sum })}</li>
                <li>{t(`payments.return.step_mark${kind}`)}</li>
              </ol>
            </div>
          </Alert>
        </div>
      }
      label={t("payments.return.note")}
      hint={t("payments.return.note_hint")}
      danger
      confirmWord={t("payments.return.confirm")}
    />
  )
}
