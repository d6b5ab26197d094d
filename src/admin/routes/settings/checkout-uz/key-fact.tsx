import { Badge } from "@medusajs/ui"
import type { CashDesk } from "../../../../contract"
import { FactRow } from "../../../components/fact-row"
import { useWords } from "../../../lib/words"
import { MaskedKey } from "./masked-key"
import { SetBy } from "./set-by"
import { Subtle } from "./subtle"

/** Which API key is in force: from where, its end, who set it and when. Never the key. */
export const KeyFact = ({ desk: { key } }: { desk: CashDesk }) => {
  const { t } = useWords()
  return (
    <FactRow name={t("settings.key.name")}>
      {key.source === "none" ? (
        <Subtle>{t("settings.key.none")}</Subtle>
      ) : (
        <div className="flex flex-col gap-y-1">
          <div className="flex flex-wrap items-center gap-2">
            <MaskedKey lastFour={key.last_four} />
            <Badge size="2xsmall">
              {key.source === "admin"
                ? t("settings.source.admin")
                : t("settings.source.configuration")}
            </Badge>
          </div>
          <SetBy at={key.set_at} by={key.set_by} />
        </div>
      )}
    </FactRow>
  )
}
