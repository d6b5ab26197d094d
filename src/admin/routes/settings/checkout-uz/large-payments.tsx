import { Container, Heading, Text } from "@medusajs/ui"
import type { Settings } from "../../../../contract"
import { useWords } from "../../../lib/words"
import { largestPayment } from "./largest-payment"
import { WholeNumber } from "./whole-number"

type Props = { settings: Pick<Settings, "parts_max" | "parts_wait_hours"> }

/** What a merchant decides about payments above the service's limit. */
export const LargePayments = ({ settings }: Props) => {
  const { t, language } = useWords()
  const limit = largestPayment(1, language)
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">{t("settings.parts.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("settings.parts.hint", { limit })}
        </Text>
      </div>
      <WholeNumber
        name="parts_max"
        setting={settings.parts_max}
        title={t("settings.parts.max")}
        hint={t("settings.parts.max_hint", { limit })}
        unit={(count) => t("settings.parts.parts", { count })}
        means={(parts) =>
          parts === 1
            ? t("settings.parts.off", { limit })
            : t("settings.parts.up_to", { limit: largestPayment(parts, language) })
        }
      />
      <WholeNumber
        name="parts_wait_hours"
        setting={settings.parts_wait_hours}
        title={t("settings.parts.wait")}
        hint={t("settings.parts.wait_hint")}
        unit={(count) => t("settings.parts.hours", { count })}
      />
    </Container>
  )
}
