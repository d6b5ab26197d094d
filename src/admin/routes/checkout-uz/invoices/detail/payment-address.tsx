import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { ButtonLink } from "../../../../components/button-link"
import { CopyField } from "../../../../components/copy-field"
import { useWords } from "../../../../lib/words"

/** Where the invoice can be paid, while it can be. */
export const PaymentAddress = ({ url }: { url: string }) => {
  const { t } = useWords()
  return (
    <div className="bg-ui-bg-subtle flex items-center justify-between gap-x-3 rounded-lg border px-3 py-2">
      <div className="min-w-0">
        <Text size="xsmall" className="text-ui-fg-subtle">
          {t("payments.payment_page")}
        </Text>
        <CopyField text={url} what={t("payments.payment_page")} />
      </div>
      <ButtonLink href={url}>
        {t("common.actions.open")}
        <ArrowUpRightOnBox />
      </ButtonLink>
    </div>
  )
}
