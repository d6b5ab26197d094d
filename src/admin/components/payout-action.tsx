import { Button, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { completePayoutAnswerSchema, type Payout } from "../../contract"
import { ask } from "../lib/ask"
import { wordsForFailure } from "../lib/failure"
import { formatUzs } from "../lib/format"
import { useRefresh } from "../lib/refresh"
import { useWords } from "../lib/words"
import { NotePanel } from "./note-panel"
import { PayoutFacts } from "./payout-facts"
import { tell } from "../lib/tell"

/** Ticks a pay-out off that was sent. */
export const PayoutAction = ({
  payout,
  look,
}: {
  payout: Payout
  /** Opens the invoice that keeps who sent it and when, where that is not in sight. */
  look?: () => void
}) => {
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
      const label = t("payments.payout.look")
      tell.success(t("payments.payout.done", { amount: formatUzs(amount, language) }), {
        ...(look && { action: { label, altText: label, onClick: look } }),
      })
    },
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
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
        explanation={
          <div className="flex flex-col gap-y-4">
            <PayoutFacts
              number={payout.invoice_number}
              amount={amount}
              customer={payout.customer}
              system={payout.payment_system}
              sources={payout.shares}
              returned={payout.returned}
            />
            <Text size="small" className="text-ui-fg-subtle">
              {t("payments.payout.explanation")}
            </Text>
          </div>
        }
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
