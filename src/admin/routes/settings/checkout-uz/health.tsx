import { Heading, InlineTip } from "@medusajs/ui"
import { FactRow } from "../../../components/fact-row"
import { Ago } from "../../../components/moment"
import { ProblemWords } from "../../../components/problem-words"
import { useWords } from "../../../lib/words"
import { mostlyUnnotified, type CashDesk } from "../../../../contract"
import { Subtle } from "./subtle"

/** Whether webhooks come, payments are looked for, and the service answers. */
export const Health = ({ desk: { health } }: { desk: CashDesk }) => {
  const { t } = useWords()
  return (
    <>
      <Heading level="h3" className="bg-ui-bg-subtle text-ui-fg-subtle px-6 py-2">
        {t("settings.health.title")}
      </Heading>
      {health.refused_since !== null && (
        <FactRow name={t("settings.health.unchecked_since")}>
          <Ago at={health.refused_since} />
          <Subtle>{t("settings.health.unchecked_hint")}</Subtle>
        </FactRow>
      )}
      {health.last_problem && (
        <FactRow name={t("settings.health.last_problem")}>
          <ProblemWords problem={health.last_problem} />
          {health.last_problem_at !== null && (
            <div>
              <Ago at={health.last_problem_at} />
            </div>
          )}
        </FactRow>
      )}
      <FactRow name={t("settings.health.last_webhook")}>
        <AgoOrNever at={health.last_webhook_at} />
      </FactRow>
      {/* Meanwhile the store tries, and looks at no payment. */}
      {health.refused_since === null && (
        <FactRow name={t("settings.health.last_sweep")}>
          <AgoOrNever at={health.last_sweep_at} />
        </FactRow>
      )}
      <FactRow name={t("settings.health.unnotified")}>
        {health.paid_count === 0 ? (
          <Subtle>{t("settings.health.no_payments")}</Subtle>
        ) : (
          <div className="flex flex-col gap-y-2">
            {t("settings.health.unannounced_of", {
              unnotified: health.unnotified_count,
              count: health.paid_count,
            })}
            {mostlyUnnotified(health) && (
              <InlineTip label={t("settings.health.check_webhook")} variant="warning">
                {t("settings.health.check_webhook_hint")}
              </InlineTip>
            )}
          </div>
        )}
      </FactRow>
    </>
  )
}

const AgoOrNever = ({ at }: { at: string | null }) => {
  const { t } = useWords()
  return at === null ? <Subtle>{t("settings.health.never")}</Subtle> : <Ago at={at} />
}
