import { useWords } from "../lib/words"

/** What the server alone can say of something, in English, for whoever wants to know more. */
export const Details = ({ text }: { text: string }) => {
  const { t } = useWords()
  return (
    <details className="txt-compact-xsmall text-ui-fg-subtle max-w-2xl">
      <summary className="focus-visible:shadow-borders-focus w-fit cursor-pointer rounded-sm outline-none">
        {t("common.details")}
      </summary>
      <p lang="en" className="break-words pt-1">
        {text}
      </p>
    </details>
  )
}
