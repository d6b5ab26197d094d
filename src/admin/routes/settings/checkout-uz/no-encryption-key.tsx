import { Container, Heading, Text } from "@medusajs/ui"
import { CopyField } from "../../../components/copy-field"
import { useWords } from "../../../lib/words"

const COMMAND = "openssl rand -base64 32"
const VARIABLE = "CHECKOUT_UZ_ENCRYPTION_KEY=…"
const OPTION = "encryptionKeys: [process.env.CHECKOUT_UZ_ENCRYPTION_KEY],"

/**
 * Without a key that encrypts them, API keys would be in clear in the database: how to make one.
 *
 * @param props.isLost whether API keys were stored with one before, which a new one does not open
 */
export const NoEncryptionKey = ({ isLost }: { isLost: boolean }) => {
  const { t } = useWords()
  const steps = [
    { words: t("settings.no_encryption.make"), code: COMMAND },
    { words: t("settings.no_encryption.keep"), code: VARIABLE },
    { words: t("settings.no_encryption.name"), code: OPTION },
    { words: t("settings.no_encryption.restart") },
  ]
  return (
    <Container className="divide-y p-0">
      <div className="px-6 py-4">
        <Heading level="h2">
          {t(isLost ? "settings.no_encryption.lost_title" : "settings.no_encryption.title")}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t(isLost ? "settings.no_encryption.lost_hint" : "settings.no_encryption.hint")}
        </Text>
      </div>
      <ol className="flex flex-col gap-y-4 px-6 py-4">
        {steps.map(({ words, code }, index) => (
          <li key={words} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3">
            <span
              aria-hidden
              className="bg-ui-bg-component txt-compact-xsmall-plus text-ui-fg-subtle shadow-borders-base flex size-5 items-center justify-center rounded-full"
            >
              {index + 1}
            </span>
            <div className="flex flex-col gap-y-2">
              <Text size="small">{words}</Text>
              {code !== undefined && <CopyField text={code} what={words} />}
            </div>
          </li>
        ))}
      </ol>
    </Container>
  )
}
