import { Button, Text, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { completePayoutAnswerSchema, type Payout } from "../../contract"
import { ask } from "../lib/ask"
import { wordsForFailure } from "../lib/failure"
import { formatUzs } from "../lib/format"
import { useRefresh } from "../lib/refresh"
import { useWords } from "../lib/words"
import { Customer } from "./customer"
import { NotePanel } from "./note-panel"
import { PaymentSystem } from "./payment-system"

const NO_LOGOS = [] as const

/** Ticks a pay-out off that was sent. */
export const PayoutAction = ({ payout }: { payout: Payout }) => {
  const { id, amount } = payout
  const { t, language } = useWords()
  const [open, setOpen] = useState(false)
  const refresh = useRefresh()
  const complete = useMutation({
    mutationFn: (note: string) =>
      ask(completePayoutAnswerSchema, `/refunds/${id}/complete`, {
        method: "POST",
        body: note === "" ? {} : { note },
      }),
    onSuccess: () => {
      setOpen(false)
      toast.success(t("payments.payout.done", { amount: formatUzs(amount, language) }))
    },
    onError: (error) => toast.error(wordsForFailure(t, error, "change")),
    onSettled: refresh,
  })
  // Also until the list is read anew: a pay-out is ticked off once.
  const sent = complete.isPending || complete.isSuccess
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        type="button"
        disabled={complete.isSuccess}
        onClick={() => {
          setOpen(true)
        }}
      >
        {t("payments.payout.open")}
      </Button>
      <NotePanel
        open={open}
        close={() => {
          setOpen(false)
        }}
        title={t("payments.payout.title", { amount: formatUzs(amount, language) })}
        explanation={<PayoutFacts payout={payout} />}
        label={t("payments.payout.note")}
        hint={t("payments.payout.note_hint")}
        busy={sent}
        confirmWord={t("payments.payout.confirm")}
        confirm={(note) => {
          complete.mutate(note)
        }}
      />
    </>
  )
}

/** How much was sent, to whom and through what, and what marking it means. */
const PayoutFacts = ({ payout }: { payout: Payout }) => {
  const { t, language } = useWords()
  const { customer, payment_system: system } = payout
  return (
    <div className="flex flex-col gap-y-4">
      <dl className="txt-small grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-ui-fg-subtle">{t("payments.amount")}</dt>
        <dd className="tabular-nums">{formatUzs(payout.amount, language)}</dd>
        <dt className="text-ui-fg-subtle">{t("payments.customer")}</dt>
        <dd className="min-w-0">
          <Customer customer={customer} />
        </dd>
        {system !== null && (
          <>
            <dt className="text-ui-fg-subtle">{t("payments.paid_through")}</dt>
            <dd className="min-w-0">
              <PaymentSystem system={system} methods={NO_LOGOS} />
            </dd>
          </>
        )}
      </dl>
      <Text size="small" className="text-ui-fg-subtle">
        {t("payments.payout.explanation")}
      </Text>
    </div>
  )
}
