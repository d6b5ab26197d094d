import { Badge, InlineTip, Text } from "@medusajs/ui"
import { PaymentSystem } from "../../../components/payment-system"
import { FailureWords } from "../../../components/problem-words"
import { formatNumber, formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import type { useTest } from "./queries"

/** What the service said when it was last asked by hand. */
export const TestResult = ({ test }: { test: ReturnType<typeof useTest> }) => {
  const { t, language } = useWords()
  if (test.error) {
    return (
      <div role="alert" className="px-6 py-3">
        <InlineTip label={t("settings.test.failed")} variant="error">
          <FailureWords error={test.error} doing="change" />
        </InlineTip>
      </div>
    )
  }
  if (!test.data) return null
  const { balance, payment_methods } = test.data
  const balances = [
    formatUzs(balance.uzs, language),
    `${formatNumber(balance.usd, language)}\u00a0USD`,
    `${formatNumber(balance.ton, language, 9)}\u00a0TON`,
  ]
  return (
    <div role="status" className="bg-ui-bg-subtle flex flex-col gap-y-3 px-6 py-4">
      <Text size="small" leading="compact" weight="plus">
        {t("settings.test.works")}
      </Text>
      <dl className="txt-small text-ui-fg-subtle grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <dt>{t("settings.test.balance")}</dt>
        <dd className="text-ui-fg-base flex flex-wrap gap-x-4">
          {balances.map((amount) => (
            <span key={amount}>{amount}</span>
          ))}
        </dd>
        <dt>{t("settings.test.methods")}</dt>
        <dd className="flex flex-wrap gap-1.5">
          {payment_methods.length === 0 && t("settings.test.no_methods")}
          {payment_methods.map(({ key }) => (
            <Badge key={key} size="small">
              <PaymentSystem system={key} methods={payment_methods} />
            </Badge>
          ))}
        </dd>
      </dl>
    </div>
  )
}
