import { useWords } from "../../lib/words"

/** The words of Medusa's own pagination, which has English ones only. */
export function usePagingWords({ more = false }: { more?: boolean | undefined } = {}) {
  const { t } = useWords()
  return {
    of: t("payments.paging.of"),
    results: t(more ? "payments.paging.or_more" : "payments.paging.results"),
    pages: t("payments.paging.pages"),
    prev: t("payments.paging.prev"),
    next: t("payments.paging.next"),
  }
}
