import { Button } from "@medusajs/ui"
import type { CashDesk } from "../../../../contract"
import { FactRow } from "../../../components/fact-row"
import { wordsForFailure } from "../../../lib/failure"
import { useQuestion } from "../../../components/question"
import { useWords } from "../../../lib/words"
import { MaskedKey } from "./masked-key"
import { useDropRetiredKeys } from "./queries"
import { Subtle } from "./subtle"
import { tell } from "../../../lib/tell"

/** Earlier keys, encrypted, that open invoices are still asked about with. */
export const RetiredKeys = ({ desk }: { desk: CashDesk }) => {
  const { t } = useWords()
  const { askFirst, question } = useQuestion()
  const drop = useDropRetiredKeys(desk, {
    onSuccess: () => tell.success(t("settings.kept.dropped")),
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
  })
  if (desk.retired_keys.length === 0) return null
  const open = desk.retired_keys.reduce((sum, key) => sum + key.open_invoices, 0)
  const dropNow = async () => {
    const sure = await askFirst({
      title: t("settings.kept.drop_title"),
      means:
        open === 0
          ? t("settings.kept.drop_unneeded")
          : t("settings.kept.drop_means", { count: open }),
      yes: t("settings.kept.drop"),
    })
    if (sure) drop.mutate()
  }
  return (
    <FactRow name={t("settings.kept.name")}>
      <div className="flex flex-col items-start gap-y-2">
        <ul className="flex flex-col gap-y-1">
          {desk.retired_keys.map((key) => (
            <li key={key.fingerprint} className="flex flex-wrap items-center gap-x-3">
              <MaskedKey lastFour={key.last_four} />
              {t("settings.kept.open_invoices", { count: key.open_invoices })}
            </li>
          ))}
        </ul>
        <Subtle>{open === 0 ? t("settings.kept.unneeded") : t("settings.kept.hint")}</Subtle>
        <Button
          size="small"
          variant="secondary"
          isLoading={drop.isPending}
          onClick={() => void dropNow()}
        >
          {t("settings.kept.drop")}
        </Button>
        {question}
      </div>
    </FactRow>
  )
}
