import { Button } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { z } from "zod"
import { resolveAnswerSchema, type Held, type resolveBodySchema } from "../../../../contract"
import { ask } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { useRefresh } from "../../../lib/refresh"
import { useWords } from "../../../lib/words"
import { RestLinkAction } from "./rest-link-action"
import { ReturnPanel, type Returnable } from "./return-panel"
import { WaitAction } from "./wait-action"
import { tell } from "../../../lib/tell"

type Decision = z.infer<typeof resolveBodySchema>
type Resolvable = Returnable & Pick<Held, "id" | "actions">

/** What can be done about a held payment, as far as it makes sense for its reason. */
export const HeldActions = ({ held }: { held: Resolvable }) => {
  const { t } = useWords()
  const [returning, setReturning] = useState(false)
  const resolve = useResolve(held, () => {
    setReturning(false)
  })
  // Also until the list is read anew: an invoice ends once.
  const busy = resolve.isPending || resolve.data?.invoice.state === "returned"
  const may = (action: Decision["action"]) => held.actions.includes(action)
  // Another try brings no part that nobody has paid.
  const waits = may("wait")
  return (
    <div className="flex flex-wrap gap-2">
      {waits && <RestLinkAction invoiceId={held.id} />}
      {waits && (
        <WaitAction
          busy={busy}
          isWaiting={resolve.isPending && resolve.variables.action === "wait"}
          wait={() => {
            resolve.mutate({ action: "wait" })
          }}
        />
      )}
      {may("retry") && !waits && (
        <Button
          size="small"
          variant="secondary"
          type="button"
          isLoading={resolve.isPending && resolve.variables.action === "retry"}
          disabled={busy}
          onClick={() => {
            resolve.mutate({ action: "retry" })
          }}
        >
          {t("common.actions.retry")}
        </Button>
      )}
      {may("mark_returned") && (
        <Button
          size="small"
          variant="secondary"
          type="button"
          disabled={busy}
          onClick={() => {
            setReturning(true)
          }}
        >
          {t("payments.return.open")}
        </Button>
      )}
      <ReturnPanel
        held={held}
        open={returning}
        busy={busy}
        close={() => {
          setReturning(false)
        }}
        confirm={(note) => {
          resolve.mutate(
            note === "" ? { action: "mark_returned" } : { action: "mark_returned", note }
          )
        }}
      />
    </div>
  )
}

function useResolve({ id, number, parts }: Resolvable, done: () => void) {
  const { t } = useWords()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: Decision) =>
      ask(resolveAnswerSchema, `/invoices/${id}/resolve`, { method: "POST", body }),
    onSuccess: ({ invoice: { state, reason } }, { action }) => {
      done()
      if (action === "wait") tell.success(t("payments.wait.done"))
      else if (reason !== null) tell.warning(t("payments.resolve.still_held", { number }))
      else if (state === "returned" && parts.length > 1) {
        tell.success(t("payments.resolve.returned_parts"))
      } else if (state === "returned") tell.success(t("payments.resolve.returned", { number }))
      else if (state === "settled") tell.success(t("payments.resolve.settled", { number }))
      else tell.info(t("payments.resolve.under_way", { number }))
    },
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
    // Also after a refusal: something else has happened to it meanwhile.
    onSettled: refresh,
  })
}
