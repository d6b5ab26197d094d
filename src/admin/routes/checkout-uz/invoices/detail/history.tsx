import { clx, Text } from "@medusajs/ui"
import type { InvoiceDetail } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { formatUzs } from "../../../../lib/format"
import { personInWords } from "../../../../lib/person"
import { shareOf } from "../../../../lib/shares"
import { useWords } from "../../../../lib/words"
import { noteOf, onePressOneLine, reasonIn, stepOf } from "./steps"
import { Part } from "./part"

/** What happened to the invoice, the latest first. */
export const History = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t, language } = useWords()
  const moved = onePressOneLine(invoice.moves).map((move) => {
    const step = stepOf(move)
    const reason = step === "awaits_parts" ? undefined : reasonIn(move)
    return {
      title: step === undefined ? `${move.from} → ${move.to}` : t(`payments.step.${step}`),
      at: move.at,
      who: move.actor && personInWords(t, move.actor),
      lines: [reason && t(`common.reason.${reason}`), noteOf(move)],
    }
  })
  const givenBack = invoice.payouts.flatMap((payout) => {
    const amount = formatUzs(shareOf(payout, invoice.id), language)
    // Of a return the moves tell that it began.
    const recorded = {
      title: t("payments.step.refund_recorded"),
      at: payout.created_at,
      lines: [amount],
    }
    const begun = payout.kind === "refund" ? [recorded] : []
    if (payout.completed_at === null) return begun
    const sent = {
      title: t("payments.step.paid_out"),
      at: payout.completed_at,
      who: payout.completed_by_user && personInWords(t, payout.completed_by_user),
      lines: [amount, payout.note ?? undefined],
    }
    return [...begun, sent]
  })
  const created = { title: t("payments.step.created"), at: invoice.created_at }
  // Of one moment, what came of something stands above it.
  const steps = [...givenBack.toReversed(), ...moved.toReversed(), created].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at)
  )
  return (
    <Part title={t("payments.history")}>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <Step
            key={`${step.at}-${index}`}
            {...step}
            first={index === 0}
            last={index === steps.length - 1}
          />
        ))}
      </ol>
    </Part>
  )
}

const Step = ({
  title,
  at,
  who = null,
  lines = [],
  first,
  last,
}: {
  title: string
  at: string
  who?: string | null
  lines?: (string | undefined)[]
  first: boolean
  last: boolean
}) => (
  <li className="grid grid-cols-[16px_1fr] gap-x-3">
    <span aria-hidden="true" className="flex flex-col items-center">
      <span
        className={clx(
          "mt-1.5 size-2 shrink-0 rounded-full",
          first ? "bg-ui-tag-blue-icon" : "bg-ui-tag-neutral-border"
        )}
      />
      {!last && <span className="bg-ui-border-base mt-1 w-px flex-1" />}
    </span>
    <div className={clx("min-w-0", !last && "pb-4")}>
      <Text size="small" weight="plus">
        {title}
      </Text>
      {lines.filter(Boolean).map((line) => (
        <Text key={line} size="small" className="text-ui-fg-subtle break-words">
          {line}
        </Text>
      ))}
      <Text size="xsmall" className="text-ui-fg-subtle break-words">
        <Moment at={at} />
        {who !== null && ` · ${who}`}
      </Text>
    </div>
  </li>
)
