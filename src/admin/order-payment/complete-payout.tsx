import { Button, Drawer, Hint, Label, Textarea, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { Payout } from "../../contract"
import { DrawerHeader } from "../components/drawer-header"
import { wordsForFailure } from "../lib/failure"
import { formatUzs } from "../lib/format"
import { useWords } from "../lib/words"
import { useCompletePayout } from "./queries"

type Props = { payout: Payout; open: boolean; onOpenChange: (open: boolean) => void }

/** Says that money was sent back, with a note for whoever asks later. It cannot be taken back. */
export const CompletePayout = ({ payout, open, onOpenChange }: Props) => (
  <Drawer open={open} onOpenChange={onOpenChange}>
    <Drawer.Content>
      <CompleteForm
        payout={payout}
        done={() => {
          onOpenChange(false)
        }}
      />
    </Drawer.Content>
  </Drawer>
)

const CompleteForm = ({ payout, done }: { payout: Payout; done: () => void }) => {
  const { t, language } = useWords()
  const [note, setNote] = useState("")
  const field = useId()
  const complete = useCompletePayout(payout, () => {
    toast.success(t("order.payouts.completed"))
    done()
  })
  // Also while the drawer slides away: a pay-out is ticked off once.
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
        title={t("order.payouts.complete_title", { amount: formatUzs(payout.amount, language) })}
        hint={t("order.payouts.complete_hint")}
      />
      <Drawer.Body className="flex flex-col gap-y-2 overflow-y-auto">
        <Label htmlFor={field} size="small" weight="plus">
          {t("order.payouts.note")}
        </Label>
        <Textarea
          id={field}
          rows={4}
          autoFocus
          maxLength={1000}
          value={note}
          placeholder={t("order.payouts.note_example")}
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
          {t("order.payouts.complete")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}
