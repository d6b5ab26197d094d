import { ArrowPath } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import { checkAnswerSchema, type InvoiceDetail } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { ask } from "../../../../lib/ask"
import { wordsForFailure } from "../../../../lib/failure"
import { useRefresh } from "../../../../lib/refresh"
import { useWords, type Words } from "../../../../lib/words"
import { tell } from "../../../../lib/tell"

/** Asks the service about the invoice at once, and says what became of it. */
export const CheckNow = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t } = useWords()
  const client = useQueryClient()
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(checkAnswerSchema, `/invoices/${invoice.id}/check`, { method: "POST" }),
    onSuccess: (answer) => {
      client.setQueryData(["checkout-uz", "invoice", invoice.id], { invoice: answer.invoice })
      tellWhere(t, answer)
    },
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
    onSettled: refresh,
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="small"
        variant="secondary"
        type="button"
        isLoading={isPending}
        onClick={() => {
          mutate()
        }}
      >
        <ArrowPath />
        {t("payments.check.now")}
      </Button>
      {invoice.next_check_at !== null && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.check.next")} <Moment at={invoice.next_check_at} />
        </Text>
      )}
    </div>
  )
}

function tellWhere(t: Words, { invoice, problem }: z.infer<typeof checkAnswerSchema>): void {
  const title = t("payments.invoice_title", { number: invoice.number })
  if (problem !== null) {
    tell.error(title, { description: t(`common.problem.${problem.code}`) })
    return
  }
  if (invoice.blocker !== null) {
    tell.warning(title, { description: t("common.needs_you_hint") })
    return
  }
  const description = t(`common.standing_hint.${invoice.standing}`)
  if (invoice.state === "paid" || invoice.state === "settled") tell.success(title, { description })
  else tell.info(title, { description })
}
