import { Button } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { dismissAnswerSchema, type Unanswered } from "../../../../contract"
import { ask } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { useRefresh } from "../../../lib/refresh"
import { useQuestion } from "../../../components/question"
import { useWords } from "../../../lib/words"
import { tell } from "../../../lib/tell"

/** Takes an invoice that may exist off the list, once somebody has looked into it. */
export const DismissAction = ({ creation: { id } }: { creation: Unanswered }) => {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const refresh = useRefresh()
  const dismiss = useMutation({
    mutationFn: () =>
      ask(dismissAnswerSchema, `/unanswered-invoices/${id}/dismiss`, { method: "POST", body: {} }),
    onSuccess: () => tell.success(t("payments.unanswered.dismissed")),
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
    onSettled: refresh,
  })
  const dismissNow = async () => {
    const sure = await askFirst({
      title: t("payments.unanswered.dismiss_title"),
      means: t("payments.unanswered.dismiss_hint"),
      yes: t("payments.unanswered.dismiss"),
    })
    if (sure) dismiss.mutate()
  }
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        type="button"
        isLoading={dismiss.isPending}
        disabled={dismiss.isSuccess}
        onClick={() => void dismissNow()}
      >
        {t("payments.unanswered.dismiss")}
      </Button>
      {question}
    </>
  )
}
