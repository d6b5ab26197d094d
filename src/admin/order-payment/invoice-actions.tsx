import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { ButtonLink } from "../components/button-link"
import { CopyField } from "../components/copy-field"
import { FiscalReceipt } from "../components/receipt"
import { wordsForFailure } from "../lib/failure"
import { hasMoney } from "../lib/has-money"
import { useWords } from "../lib/words"
import { useCheck } from "./queries"
import { tell } from "../lib/tell"

/** What the service may still have news of, or what is not through yet. */
const UNCERTAIN: readonly Invoice["state"][] = ["pending", "expired", "closed", "paid"]

/** Where a check brought good news. */
const GOOD: readonly Invoice["state"][] = ["paid", "settled"]

type Props = { invoice: Invoice; withLink: boolean }

/** Asking the service at once, the page where it is paid, the receipt of what was paid. */
export const InvoiceActions = ({ invoice, withLink }: Props) => {
  const { t } = useWords()
  const check = useCheck(invoice.id, {
    onSuccess: ({ invoice: checked, problem }) => {
      if (problem) tell.error(t(`common.problem.${problem.code}`))
      else if (checked.blocker) tell.warning(t("order.checked_blocked"))
      else {
        const tone = GOOD.includes(checked.state) ? "success" : "info"
        tell[tone](t(`order.checked.${checked.state}`))
      }
    },
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
  })
  const url = withLink ? invoice.payment_url : null
  return (
    <>
      {url !== null && <CopyField text={url} what={t("order.page")} />}
      <div className="flex flex-wrap gap-2">
        {UNCERTAIN.includes(invoice.state) && (
          <Button
            size="small"
            variant="secondary"
            isLoading={check.isPending}
            onClick={() => {
              check.mutate()
            }}
          >
            {t("order.check")}
          </Button>
        )}
        {url !== null && (
          <ButtonLink href={url}>
            {t("order.open_page")}
            <ArrowUpRightOnBox className="text-ui-fg-muted" />
          </ButtonLink>
        )}
      </div>
      {hasMoney(invoice) && <FiscalReceipt invoiceId={invoice.id} />}
    </>
  )
}
