import { Container, Heading, Text } from "@medusajs/ui"
import { Failure } from "../../../components/failure"
import { useWords } from "../../../lib/words"
import { AlertLanguage } from "./alert-language"
import { CardPayments } from "./card-payments"
import { Description } from "./description"
import { LargePayments } from "./large-payments"
import { Loading } from "./loading"
import { OrderPlacement } from "./order-placement"
import { useSettings } from "./queries"
import { WatchDays } from "./watch-days"

/** What a merchant decides about payments, for all cash desks. */
export const SettingsCard = () => {
  const { t } = useWords()
  const { data, error, refetch } = useSettings()
  if (!data && !error) return <Loading rows={4} />
  return (
    <>
      <Container className="divide-y p-0">
        <div className="px-6 py-4">
          <Heading level="h2">{t("settings.choices.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("settings.choices.hint")}
          </Text>
        </div>
        {data ? (
          <>
            <OrderPlacement setting={data.settings.order_placement} />
            <CardPayments setting={data.settings.card_payments} />
            <Description setting={data.settings.description} />
            <WatchDays setting={data.settings.watch_days} />
            <AlertLanguage setting={data.settings.alert_language} />
          </>
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        )}
      </Container>
      {data && <LargePayments settings={data.settings} />}
    </>
  )
}
