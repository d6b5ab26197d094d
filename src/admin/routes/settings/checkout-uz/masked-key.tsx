import { useWords } from "../../../lib/words"

/** A key by its last four characters, by which its owner knows it. */
export const MaskedKey = ({ lastFour }: { lastFour: string | null }) => {
  const { t } = useWords()
  const label =
    lastFour === null ? t("settings.key.hidden") : t("settings.key.ends_with", { end: lastFour })
  return (
    <span className="text-ui-fg-base font-mono">
      <span aria-hidden>••••{lastFour}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
