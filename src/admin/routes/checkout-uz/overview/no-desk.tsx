import { Container, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
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
      <Link
        to="/settings/checkout-uz"
        className="text-ui-fg-base decoration-ui-border-strong txt-small underline underline-offset-4"
      >
        {t("payments.no_desk.settings")}
      </Link>
    </Container>
  )
}
