import { Alert, Text } from "@medusajs/ui"
import { ButtonLink } from "../../../components/button-link"
import { useWords } from "../../../lib/words"
import { useAttentionCount } from "../attention/queries"

/** Leads to what needs the merchant, while there is anything. */
export const AttentionCallout = () => {
  const { t } = useWords()
  const count = useAttentionCount()
  if (count === undefined || count === 0) return null
  return (
    <Alert
      variant="warning"
      className="bg-ui-bg-base shadow-elevation-card-rest border-0 px-6 py-4"
    >
      <div className="flex flex-col justify-between gap-3 sm:flex-row sm:items-center">
        <div>
          <Text size="small" leading="compact" weight="plus">
            {t("payments.callout.title", { count })}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("payments.callout.hint")}
          </Text>
        </div>
        <ButtonLink to="?tab=attention">{t("payments.callout.look")}</ButtonLink>
      </div>
    </Alert>
  )
}
