import { Badge, Container, Heading, InlineTip, StatusBadge } from "@medusajs/ui"
import type { CashDesk } from "../../../../contract"
import { CopyField } from "../../../components/copy-field"
import { FactRow } from "../../../components/fact-row"
import { useWords } from "../../../lib/words"
import { DeskActions } from "./desk-actions"
import { Health } from "./health"
import { KeyFact } from "./key-fact"
import { RetiredKeys } from "./retired-keys"
import { keyStanding } from "./key-standing"
import { Subtle } from "./subtle"
import { TestResult } from "./test-result"
import { useTest } from "./queries"
import { UsedBy } from "./used-by"

type Props = { desk: CashDesk; canEncrypt: boolean }

/** Everything about one cash desk: its key, how the service reaches it, and whether it works. */
export const CashDeskCard = ({ desk, canEncrypt }: Props) => {
  const { t } = useWords()
  const test = useTest(desk)
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-6 py-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <Heading level="h2" className="min-w-0 break-words">
            {t("settings.desk.title", { name: desk.handle })}
          </Heading>
          <KeyBadge desk={desk} />
          {!desk.configured && (
            <Badge size="2xsmall" color="orange">
              {t("settings.desk.not_configured")}
            </Badge>
          )}
        </div>
        <DeskActions desk={desk} canEncrypt={canEncrypt} test={test} />
      </div>
      <TestResult test={test} />
      <KeyFact desk={desk} />
      <RetiredKeys desk={desk} />
      <UsedBy desk={desk} />
      <FactRow name={t("settings.webhook.name")}>
        {desk.webhook_url === null ? (
          <InlineTip label={t("settings.webhook.none")} variant="warning">
            {t("settings.webhook.none_hint")}
          </InlineTip>
        ) : (
          <div className="flex flex-col gap-y-2">
            <CopyField text={desk.webhook_url} what={t("settings.webhook.name")} />
            <Subtle>{t("settings.webhook.hint")}</Subtle>
          </div>
        )}
      </FactRow>
      <FactRow name={t("settings.address.name")}>
        <Subtle>{t("settings.address.hint")}</Subtle>
      </FactRow>
      <FactRow name={t("settings.shop_id.name")}>
        {desk.shop_id ?? <Subtle>{t("settings.shop_id.unknown")}</Subtle>}
      </FactRow>
      <Health desk={desk} />
    </Container>
  )
}

const KeyBadge = ({ desk }: { desk: CashDesk }) => {
  const { t } = useWords()
  const standing = keyStanding(desk)
  return (
    <StatusBadge color={standing === "is_set" ? "green" : "red"}>
      {t(`settings.key.${standing}`)}
    </StatusBadge>
  )
}
