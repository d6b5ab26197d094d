import { Button } from "@medusajs/ui"
import { useQuestion } from "../../../components/question"
import { useSettings } from "../../../lib/settings"
import { useWords } from "../../../lib/words"

/** Gives the customer more time for the other parts of a payment, once it was said how much. */
export const WaitAction = ({
  busy,
  isWaiting,
  wait,
}: {
  busy: boolean
  isWaiting: boolean
  wait: () => void
}) => {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const settings = useSettings()
  const waitIfSure = async () => {
    // The button can be pressed before they have come.
    const known = settings.data ?? (await settings.refetch()).data
    // Who may not read them is not told how long.
    const hours = known?.settings.parts_wait_hours.value
    const sure = await askFirst({
      title:
        hours === undefined
          ? t("payments.wait.title")
          : t("payments.wait.title_hours", { count: hours }),
      means: t("payments.wait.means"),
      yes: t("payments.wait.open"),
      harmless: true,
    })
    if (sure) wait()
  }
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        type="button"
        isLoading={isWaiting}
        disabled={busy}
        onClick={() => void waitIfSure()}
      >
        {t("payments.wait.open")}
      </Button>
      {question}
    </>
  )
}
