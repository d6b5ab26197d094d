import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CreditCard } from "@medusajs/icons"
import { Badge, Container, Heading, Tabs, Text } from "@medusajs/ui"
import { FingerSized } from "../../components/finger-sized"
import { LanguageSwitch } from "../../components/language-switch"
import { KeepsUnsaved } from "../../components/unsaved"
import { useWords } from "../../lib/words"
import { TABS, useAddress } from "./address"
import { AttentionTab } from "./attention/attention-tab"
import { useAttentionCount } from "./attention/queries"
import { InvoicePanel } from "./invoices/detail/invoice-panel"
import { InvoicesTab } from "./invoices/invoices-tab"
import { OverviewTab } from "./overview/overview-tab"
import { ReportTab } from "./report/report-tab"

const CONTENT = {
  overview: OverviewTab,
  invoices: InvoicesTab,
  attention: AttentionTab,
  report: ReportTab,
}

const PaymentsPage = () => {
  const { t } = useWords()
  const { tab, params, go } = useAddress()
  const Content = CONTENT[tab]
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => {
        // A press is told twice, by the mouse and by the focus: the back button leads to the tab before.
        if (next === new URLSearchParams(window.location.search).get("tab")) return
        // What one tab is narrowed to means nothing in another, but for the cash desk.
        const others = Object.fromEntries([...params.keys()].map((name) => [name, undefined]))
        go({ ...others, tab: next, desk: params.get("desk") ?? undefined })
      }}
      className="flex flex-col gap-y-3"
    >
      <KeepsUnsaved>
        <FingerSized>
          <Container className="divide-y p-0">
            <div className="flex items-center justify-between gap-x-4 px-6 py-4">
              <div>
                <Heading level="h1">{t("payments.title")}</Heading>
                <Text size="small" className="text-ui-fg-subtle">
                  {t("payments.hint")}. {t("payments.time_zone")}
                </Text>
              </div>
              <LanguageSwitch />
            </div>
            <div className="px-4 py-3 sm:px-6">
              {/* On a phone they take two lines: none is out of sight. */}
              <Tabs.List aria-label={t("payments.title")} className="flex-wrap">
                {TABS.map((name) => (
                  <Tabs.Trigger key={name} value={name} className="gap-x-1.5">
                    {t(`payments.tab.${name}`)}
                    {name === "attention" && <AttentionBadge />}
                  </Tabs.Trigger>
                ))}
              </Tabs.List>
            </div>
          </Container>
          <Tabs.Content value={tab} className="flex flex-col gap-y-3">
            <Content />
          </Tabs.Content>
        </FingerSized>
        <InvoicePanel />
      </KeepsUnsaved>
    </Tabs>
  )
}

const AttentionBadge = () => {
  const count = useAttentionCount()
  if (count === undefined || count === 0) return null
  return (
    <Badge size="2xsmall" rounded="full" color="red" className="tabular-nums">
      {count}
    </Badge>
  )
}

const PageName = () => {
  const { t } = useWords()
  return <>{t("payments.title")}</>
}

export const handle = { breadcrumb: () => <PageName /> }

export const config = defineRouteConfig({
  label: "payments.title",
  icon: CreditCard,
  // As it is written: Medusa's build reads it without running it.
  translationNs: "checkoutUz",
})

export default PaymentsPage
