import { ExclamationCircle } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useWords } from "../lib/words"
import { FailureWords } from "./problem-words"

/** What stands where something could not be loaded: why, and another try. */
export const Failure = ({ error, retry }: { error: Error; retry?: () => void }) => {
  const { t } = useWords()
  return (
    <div role="alert" className="flex flex-col items-center gap-y-3 px-6 py-10 text-center">
      <ExclamationCircle className="text-ui-fg-muted" />
      <div className="flex flex-col gap-y-1">
        <Text size="small" leading="compact" weight="plus">
          {t("common.failed")}
        </Text>
        <Text size="small" className="text-ui-fg-subtle max-w-md">
          <FailureWords error={error} />
        </Text>
      </div>
      {retry && (
        <Button size="small" variant="secondary" onClick={retry}>
          {t("common.actions.retry")}
        </Button>
      )}
    </div>
  )
}
