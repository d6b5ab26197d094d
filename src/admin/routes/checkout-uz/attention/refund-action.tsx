import { Button, Text, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { completeRefundAnswerSchema, type Refund } from "../../../../contract"
import { ask } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { formatUzs } from "../../../lib/format"
import { useRefresh } from "../../../lib/refresh"
import { useWords } from "../../../lib/words"
import { NotePanel } from "./note-panel"

/** Ticks a refund off that was paid out by hand. */
export const RefundAction = ({ refund: { id, amount } }: { refund: Refund }) => {
  const { t, language } = useWords()
  const [open, setOpen] = useState(false)
  const refresh = useRefresh()
  const complete = useMutation({
    mutationFn: (note: string) =>
      ask(completeRefundAnswerSchema, `/refunds/${id}/complete`, {
        method: "POST",
        body: note === "" ? {} : { note },
      }),
    onSuccess: () => {
      setOpen(false)
      toast.success(t("payments.refund.done", { amount: formatUzs(amount, language) }))
    },
    onError: (error) => toast.error(wordsForFailure(t, error, "change")),
    onSettled: refresh,
  })
  // Also until the list is read anew: a refund is ticked off once.
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
        {t("payments.refund.open")}
      </Button>
      <NotePanel
        open={open}
        close={() => {
          setOpen(false)
        }}
        title={t("payments.refund.title", { amount: formatUzs(amount, language) })}
        explanation={
          <Text size="small" className="text-ui-fg-subtle">
            {t("payments.refund.explanation")}
          </Text>
        }
        label={t("payments.refund.note")}
        hint={t("payments.refund.note_hint")}
        busy={sent}
        confirmWord={t("payments.refund.confirm")}
        confirm={(note) => {
          complete.mutate(note)
        }}
      />
    </>
  )
}
