import { Container, Heading } from "@medusajs/ui"
import { useId } from "react"
import type { PaymentLink } from "../../contract"
import { Failure } from "../components/failure"
import { FingerSized } from "../components/finger-sized"
import { LanguageSwitch } from "../components/language-switch"
import { KeepsUnsaved } from "../components/unsaved"
import { hasMoney } from "../lib/has-money"
import { useWords } from "../lib/words"
import { Invoices } from "./invoices"
import { PaymentLinkSection } from "./payment-link-section"
import { Payouts } from "./payouts"
import { useInvoicesOfOrder, usePaymentLink } from "./queries"

/** An order's payment through the service; nothing at all where the order has none and can have none. */
export const OrderPayment = ({ orderId }: { orderId: string }) => {
  const { t } = useWords()
  const title = useId()
  const invoices = useInvoicesOfOrder(orderId)
  const link = usePaymentLink(orderId)
  if (invoices.isLoading || link.isLoading) return null
  const found = invoices.data?.invoices ?? []
  // The list is read more often: nobody is to be sent a link that was just paid.
  const isPaid = found.some((one) => one.id === link.data?.invoice?.id && hasMoney(one))
  const linkable = link.data && (isMakeable(link.data) || link.data.invoice !== null)
  const failed = [invoices, link].find(({ data, error }) => !data && error)
  if (found.length === 0 && !linkable && !failed) return null
  return (
    <KeepsUnsaved>
      <FingerSized>
        <Container role="region" aria-labelledby={title} className="divide-y p-0">
          <div className="flex items-center justify-between gap-x-4 px-6 py-4">
            <Heading level="h2" id={title}>
              {t("order.title")}
            </Heading>
            <LanguageSwitch />
          </div>
          {failed?.error && (
            <Failure
              error={failed.error}
              retry={() => {
                void invoices.refetch()
                void link.refetch()
              }}
            />
          )}
          {found.length > 0 && <Invoices invoices={found} linked={link.data?.invoice?.id} />}
          {found.length > 0 && <Payouts invoices={found} />}
          {link.data && !isPaid && <PaymentLinkSection orderId={orderId} link={link.data} />}
        </Container>
      </FingerSized>
    </KeepsUnsaved>
  )
}

function isMakeable({ open_amount, provider_ids }: PaymentLink): boolean {
  return open_amount > 0 && provider_ids.length > 0
}
