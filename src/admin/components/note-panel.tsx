import { Button, Hint, Label, Textarea } from "@medusajs/ui"
import { useId, useState, type ReactNode } from "react"
import { SidePanel } from "./side-panel"
import { useLeaveQuestion, useUnsaved } from "./unsaved"
import { useWords } from "../lib/words"

const LONGEST_NOTE = 1000

/** Asks for a note, in the merchant's own words, before something is recorded. */
export const NotePanel = ({
  open,
  close,
  title,
  explanation,
  label,
  hint,
  danger = false,
  busy,
  confirmWord,
  confirm,
}: {
  open: boolean
  close: () => void
  title: string
  explanation: ReactNode
  label: string
  hint: string
  danger?: boolean
  busy: boolean
  confirmWord: string
  confirm: (note: string) => void
}) => {
  const { t } = useWords()
  const { mayLeave, question } = useLeaveQuestion()
  const [note, setNote] = useState("")
  const isWritten = note.trim() !== ""
  useUnsaved(open && isWritten)
  const closeAfterAsking = async () => {
    if (isWritten && !(await mayLeave())) return
    setNote("")
    close()
  }
  const id = useId()
  return (
    <SidePanel
      open={open}
      close={() => void closeAfterAsking()}
      title={title}
      footer={
        <>
          <Button
            size="small"
            variant="secondary"
            type="button"
            onClick={() => void closeAfterAsking()}
          >
            {t("common.actions.cancel")}
          </Button>
          <Button
            size="small"
            variant={danger ? "danger" : "primary"}
            type="submit"
            form={`${id}-form`}
            isLoading={busy}
          >
            {confirmWord}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        noValidate
        className="flex flex-col gap-y-6 px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault()
          confirm(note.trim())
        }}
      >
        {explanation}
        {question}
        <div className="flex flex-col gap-y-2">
          <Label htmlFor={id} size="small" weight="plus">
            {label}
            <span className="text-ui-fg-subtle"> ({t("payments.optional")})</span>
          </Label>
          <Textarea
            id={id}
            rows={4}
            maxLength={LONGEST_NOTE}
            aria-describedby={`${id}-hint`}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
            }}
          />
          <Hint id={`${id}-hint`}>{hint}</Hint>
        </div>
      </form>
    </SidePanel>
  )
}
