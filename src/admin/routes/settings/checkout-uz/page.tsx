import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Alert, Container, Heading, Text } from "@medusajs/ui"
import { Details } from "../../../components/details"
import { FactRow } from "../../../components/fact-row"
import { Failure } from "../../../components/failure"
import { FingerSized } from "../../../components/finger-sized"
import { LanguageSwitch } from "../../../components/language-switch"
import { KeepsUnsaved } from "../../../components/unsaved"
import { useWords } from "../../../lib/words"
import { CashDeskCard } from "./cash-desk-card"
import { Doctor } from "./doctor"
import { Loading } from "./loading"
import { NoEncryptionKey } from "./no-encryption-key"
import { useCashDesks } from "./queries"
import { SettingsCard } from "./settings-card"

export const config = defineRouteConfig({ label: "settings.title", translationNs: "checkoutUz" })

export const handle = { breadcrumb: () => "Checkout.uz" }

const CheckoutUzSettings = () => {
  const { t } = useWords()
  const { data } = useCashDesks()
  return (
    <div className="flex flex-col gap-y-3">
      <KeepsUnsaved>
        <FingerSized>
          <Container className="divide-y p-0">
            <div className="flex items-start justify-between gap-x-4 px-6 py-4">
              <div>
                <Heading>{t("settings.title")}</Heading>
                <Text size="small" className="text-ui-fg-subtle text-pretty">
                  {t("settings.hint")}
                </Text>
              </div>
              <LanguageSwitch />
            </div>
            {data && <FactRow name={t("settings.service.name")}>{data.service_url}</FactRow>}
          </Container>
          <CashDesks />
          <SettingsCard />
          <Doctor />
        </FingerSized>
      </KeepsUnsaved>
    </div>
  )
}

const CashDesks = () => {
  const { t } = useWords()
  const { data, error, refetch } = useCashDesks()
  if (!data && error) {
    return (
      <Container className="p-0">
        <Failure error={error} retry={() => void refetch()} />
      </Container>
    )
  }
  if (!data) return <Loading rows={5} />
  const { cash_desks, can_encrypt, configuration_problem } = data
  return (
    <>
      {configuration_problem !== null && (
        <Alert variant="error" role="alert">
          <span className="txt-compact-small-plus block">
            {t("settings.configuration_problem")}
          </span>
          <Details text={configuration_problem} />
        </Alert>
      )}
      {!can_encrypt && (
        <NoEncryptionKey isLost={cash_desks.some(({ key }) => key.source === "admin")} />
      )}
      {cash_desks.length === 0 && (
        <Container className="px-6 py-10 text-center">
          <Text size="small" leading="compact" weight="plus">
            {t("settings.no_desks")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("settings.no_desks_hint")}
          </Text>
        </Container>
      )}
      {cash_desks.map((desk) => (
        <CashDeskCard key={desk.handle} desk={desk} canEncrypt={can_encrypt} />
      ))}
    </>
  )
}

export default CheckoutUzSettings
