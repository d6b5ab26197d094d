import { useWords } from "../../lib/words"

/** The words of Medusa's own pagination, which has English ones only. */
export function usePagingWords() {
  const { t } = useWords()
  return {
    of: t("payments.paging.of"),
    results: t("payments.paging.results"),
    pages: t("payments.paging.pages"),
    prev: t("payments.paging.prev"),
    next: t("payments.paging.next"),
  }
}
