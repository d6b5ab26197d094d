import { Skeleton } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { invoiceAnswerSchema } from "../../../../../contract"
import { Failure } from "../../../../components/failure"
import { FiscalReceipt } from "../../../../components/receipt"
import { SidePanel } from "../../../../components/side-panel"
import { ask } from "../../../../lib/ask"
import { hasMoney } from "../../../../lib/has-money"
import { useWords } from "../../../../lib/words"
import { useInvoicePanel } from "../../address"
import { Deliveries } from "./deliveries"
import { Facts } from "./facts"
import { History } from "./history"
import { OtherParts } from "./other-parts"
import { Part } from "./part"
import { Payouts } from "./payouts"
import { Standing } from "./standing"

/** The invoice that the address names, beside whatever is shown. */
export const InvoicePanel = () => {
  const { t } = useWords()
  const { id, close } = useInvoicePanel()
  // Still there while the panel slides away.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  const { data, error, refetch } = useQuery({
    queryKey: ["checkout-uz", "invoice", shown],
    queryFn: () => ask(invoiceAnswerSchema, `/invoices/${encodeURIComponent(shown ?? "")}`),
    enabled: id !== null,
    refetchOnWindowFocus: true,
    staleTime: 5_000,
  })
  const invoice = data?.invoice
  return (
    <SidePanel
      open={id !== null}
      close={close}
      title={
        invoice === undefined
          ? t("payments.invoice")
          : t("payments.invoice_title", { number: invoice.number })
      }
    >
      {invoice === undefined ? (
        error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <div className="flex flex-col gap-y-4 px-6 py-4" aria-label={t("common.loading")}>
            <Skeleton className="h-8 w-48" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-64 w-full" />
          </div>
        )
      ) : (
        <div key={invoice.id} className="divide-y">
          <Standing invoice={invoice} />
          <OtherParts parts={invoice.other_parts} />
          <Payouts payouts={invoice.payouts} />
          <Facts invoice={invoice} />
          <History invoice={invoice} />
          <Deliveries deliveries={invoice.deliveries} />
          {hasMoney(invoice) && (
            <Part title={t("common.receipt.title")}>
              <FiscalReceipt invoiceId={invoice.id} untitled />
            </Part>
          )}
        </div>
      )}
    </SidePanel>
  )
}
