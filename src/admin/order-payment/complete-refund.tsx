import { Button, Drawer, Hint, Label, Textarea, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { Refund } from "../../contract"
import { DrawerHeader } from "../components/drawer-header"
import { wordsForFailure } from "../lib/failure"
import { formatUzs } from "../lib/format"
import { useWords } from "../lib/words"
import { useCompleteRefund } from "./queries"

type Props = { refund: Refund; open: boolean; onOpenChange: (open: boolean) => void }

/** Says that a refund was paid out, with a note for whoever asks later. It cannot be taken back. */
export const CompleteRefund = ({ refund, open, onOpenChange }: Props) => (
  <Drawer open={open} onOpenChange={onOpenChange}>
    <Drawer.Content>
      <CompleteForm
        refund={refund}
        done={() => {
          onOpenChange(false)
        }}
      />
    </Drawer.Content>
  </Drawer>
)

const CompleteForm = ({ refund, done }: { refund: Refund; done: () => void }) => {
  const { t, language } = useWords()
  const [note, setNote] = useState("")
  const field = useId()
  const complete = useCompleteRefund(refund, () => {
    toast.success(t("order.refunds.completed"))
    done()
  })
  // Also while the drawer slides away: a refund is ticked off once.
  const sent = complete.isPending || complete.isSuccess
  return (
    <form
      className="flex flex-1 flex-col overflow-hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (!sent) complete.mutate(note.trim())
      }}
    >
      <DrawerHeader
        title={t("order.refunds.complete_title", { amount: formatUzs(refund.amount, language) })}
        hint={t("order.refunds.complete_hint")}
      />
      <Drawer.Body className="flex flex-col gap-y-2 overflow-y-auto">
        <Label htmlFor={field} size="small" weight="plus">
          {t("order.refunds.note")}
        </Label>
        <Textarea
          id={field}
          rows={4}
          autoFocus
          maxLength={1000}
          value={note}
          placeholder={t("order.refunds.note_example")}
          onChange={({ target }) => {
            setNote(target.value)
          }}
        />
        <div aria-live="polite">
          {complete.error && (
            <Hint variant="error">{wordsForFailure(t, complete.error, "change")}</Hint>
          )}
        </div>
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary" type="button">
            {t("common.actions.cancel")}
          </Button>
        </Drawer.Close>
        <Button size="small" type="submit" isLoading={sent}>
          {t("order.refunds.complete")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}
