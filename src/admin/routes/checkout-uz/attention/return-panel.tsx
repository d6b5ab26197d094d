import { Alert } from "@medusajs/ui"
import type { Attention } from "../../../../contract"
import { useWords } from "../../../lib/words"
import { NotePanel } from "./note-panel"

/** Asks how and to whom the money went back, and says what recording it means. */
export const ReturnPanel = ({
  held,
  ...panel
}: {
  held: Pick<Attention["held"][number], "number">
  open: boolean
  close: () => void
  busy: boolean
  confirm: (note: string) => void
}) => {
  const { t } = useWords()
  return (
    <NotePanel
      {...panel}
      title={t("payments.return.title", { number: held.number })}
      explanation={<Alert variant="warning">{t("payments.return.explanation")}</Alert>}
      label={t("payments.return.note")}
      hint={t("payments.return.note_hint")}
      required
      danger
      confirmWord={t("payments.return.confirm")}
    />
  )
}
