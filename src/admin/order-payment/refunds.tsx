import { CheckCircleSolid } from "@medusajs/icons"
import { Button, Heading, Text } from "@medusajs/ui"
import { useState } from "react"
import type { Invoice, Refund } from "../../contract"
import { Failure } from "../components/failure"
import { Ago, Moment } from "../components/moment"
import { formatUzs } from "../lib/format"
import { useWords } from "../lib/words"
import { CompleteRefund } from "./complete-refund"
import { useRefunds } from "./queries"

/** Refunds hang on money that has come. */
const WITH_REFUNDS: readonly Invoice["state"][] = ["paid", "settled", "held", "returned"]

/** Refunds that Medusa has booked and the merchant pays out by hand; the open ones first. */
export const Refunds = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const { t } = useWords()
  const { refunds, error, retry } = useRefunds(
    invoices.filter(({ state }) => WITH_REFUNDS.includes(state))
  )
  if (error) return <Failure error={error} retry={retry} />
  if (refunds.length === 0) return null
  const open = refunds.filter(({ completed_at }) => completed_at === null)
  const done = refunds.filter(({ completed_at }) => completed_at !== null)
  return (
    <section className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Heading level="h3">{t("order.refunds.title")}</Heading>
        {open.length > 0 && (
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t("order.refunds.hint")}
          </Text>
        )}
      </div>
      <ul className="flex flex-col gap-y-3">
        {open.map((refund) => (
          <OpenRefund key={refund.id} refund={refund} />
        ))}
        {done.map((refund) => (
          <DoneRefund key={refund.id} refund={refund} />
        ))}
      </ul>
    </section>
  )
}

const OpenRefund = ({ refund }: { refund: Refund }) => {
  const { t, language } = useWords()
  const [ticking, setTicking] = useState(false)
  return (
    <li className="flex items-center justify-between gap-x-4">
      <div className="txt-small text-ui-fg-subtle">
        <div className="txt-compact-small-plus text-ui-fg-base">
          {formatUzs(refund.amount, language)}
        </div>
        <Ago at={refund.created_at} />
      </div>
      <Button
        size="small"
        variant="secondary"
        className="shrink-0"
        onClick={() => {
          setTicking(true)
        }}
      >
        {t("order.refunds.complete")}
      </Button>
      <CompleteRefund refund={refund} open={ticking} onOpenChange={setTicking} />
    </li>
  )
}

const DoneRefund = ({ refund }: { refund: Refund }) => {
  const { t, language } = useWords()
  return (
    <li className="txt-small text-ui-fg-subtle">
      <div className="txt-compact-small-plus text-ui-fg-base flex items-center gap-x-1.5">
        {formatUzs(refund.amount, language)}
        <CheckCircleSolid className="text-ui-tag-green-icon" />
        <span className="txt-compact-small text-ui-fg-subtle">{t("order.refunds.done")}</span>
      </div>
      <div className="break-words">
        {refund.completed_by}
        {refund.completed_by !== null && " · "}
        {refund.completed_at !== null && <Moment at={refund.completed_at} />}
      </div>
      {refund.note !== null && <div className="break-words">{refund.note}</div>}
    </li>
  )
}
