import { ArrowDownTray, ChevronDownMini } from "@medusajs/icons"
import { Button, DropdownMenu } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { SEPARATORS } from "../../contract"
import { download } from "../lib/ask"
import { wordsForFailure } from "../lib/failure"
import { chooseSeparator, useSeparator } from "../lib/separator"
import { useWords } from "../lib/words"
import { tell } from "../lib/tell"

type Props = { path: string; query: Record<string, string | undefined> }

/** A table as a file for a spreadsheet, in the reader's language, with a separator to choose once. */
export const ExportButton = ({ path, query }: Props) => {
  const { t, language } = useWords()
  const separator = useSeparator(language)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(path, { ...query, language, separator }),
    onError: (error) => tell.error(wordsForFailure(t, error)),
  })
  return (
    <span className="flex shrink-0">
      <Button
        size="small"
        variant="secondary"
        type="button"
        className="whitespace-nowrap rounded-r-none"
        isLoading={isPending}
        onClick={() => {
          mutate()
        }}
      >
        <ArrowDownTray />
        {t("payments.export")}
      </Button>
      <DropdownMenu>
        <DropdownMenu.Trigger asChild>
          <Button
            size="small"
            variant="secondary"
            type="button"
            className="rounded-l-none px-1.5"
            aria-label={t("payments.separator.title")}
          >
            <ChevronDownMini />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end">
          <DropdownMenu.Label>{t("payments.separator.title")}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={separator} onValueChange={chooseSeparator}>
            {SEPARATORS.map((name) => (
              <DropdownMenu.RadioItem key={name} value={name}>
                {t(`payments.separator.${name}`)}
                {name === "semicolon" && (
                  <span className="text-ui-fg-subtle ml-1">
                    {t("payments.separator.for_excel")}
                  </span>
                )}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu>
    </span>
  )
}
