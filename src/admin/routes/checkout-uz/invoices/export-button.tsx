import { ArrowDownTray } from "@medusajs/icons"
import { Button, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { download } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { useWords } from "../../../lib/words"

/** Everything that fits the filters, as a file for a spreadsheet. */
export const ExportButton = ({ filters }: { filters: Record<string, string | undefined> }) => {
  const { t } = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => download("/invoices/export", filters),
    onError: (error) => toast.error(wordsForFailure(t, error)),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      type="button"
      className="shrink-0 whitespace-nowrap"
      isLoading={isPending}
      onClick={() => {
        mutate()
      }}
    >
      <ArrowDownTray />
      {t("payments.export")}
    </Button>
  )
}
