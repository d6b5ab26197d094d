import { clx, Text } from "@medusajs/ui"
import type { InvoiceDetail } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { personInWords } from "../../../../lib/person"
import { useWords } from "../../../../lib/words"
import { noteOf, onePressOneLine, reasonIn, stepOf } from "./steps"
import { Part } from "./part"

/** What happened to the invoice, the latest first. */
export const History = ({ invoice: { created_at, moves } }: { invoice: InvoiceDetail }) => {
  const { t } = useWords()
  return (
    <Part title={t("payments.history")}>
      <ol className="flex flex-col">
        {onePressOneLine(moves)
          .toReversed()
          .map((move, index) => {
            const step = stepOf(move)
            const reason = reasonIn(move)
            return (
              <Step
                key={`${move.at}-${index}`}
                first={index === 0}
                title={
                  step === undefined ? `${move.from} → ${move.to}` : t(`payments.step.${step}`)
                }
                at={move.at}
                who={move.actor && personInWords(t, move.actor)}
                lines={[reason && t(`common.reason.${reason}`), noteOf(move)]}
              />
            )
          })}
        <Step first={moves.length === 0} last title={t("payments.step.created")} at={created_at} />
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
  last = false,
}: {
  title: string
  at: string
  who?: string | null
  lines?: (string | undefined)[]
  first: boolean
  last?: boolean
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
