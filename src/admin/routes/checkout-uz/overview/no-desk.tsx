import { Container, Text } from "@medusajs/ui"
import { TextLink } from "../../../components/text-link"
import { useWords } from "../../../lib/words"

/** What stands where no provider entry names a cash desk yet. */
export const NoDesk = () => {
  const { t } = useWords()
  return (
    <Container className="flex flex-col items-center gap-y-2 px-6 py-10 text-center">
      <Text weight="plus">{t("payments.no_desk.title")}</Text>
      <Text size="small" className="text-ui-fg-subtle max-w-md">
        {t("payments.no_desk.hint")}
      </Text>
      <span className="txt-small">
        <TextLink to="/settings/checkout-uz">{t("payments.no_desk.settings")}</TextLink>
      </span>
    </Container>
  )
}
