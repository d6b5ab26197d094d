import { Button, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { paymentLinkAnswerSchema, type PaymentLink } from "../../../../contract"
import { LiveLink } from "../../../components/live-link"
import { SidePanel } from "../../../components/side-panel"
import { ask } from "../../../lib/ask"
import { wordsForFailure } from "../../../lib/failure"
import { formatUzs } from "../../../lib/format"
import { partOfWhole } from "../../../lib/part-words"
import { useRefresh } from "../../../lib/refresh"
import { tell } from "../../../lib/tell"
import { useWords } from "../../../lib/words"

/** Makes a link for what is due next of a payment in parts, and shows it. */
export const RestLinkAction = ({ invoiceId }: { invoiceId: string }) => {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const refresh = useRefresh()
  const make = useMutation({
    mutationFn: () =>
      ask(paymentLinkAnswerSchema, `/invoices/${invoiceId}/rest-link`, { method: "POST" }),
    onSuccess: () => {
      setOpen(true)
    },
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
    onSettled: refresh,
  })
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        type="button"
        isLoading={make.isPending}
        onClick={() => {
          make.mutate()
        }}
      >
        {t("payments.rest.open")}
      </Button>
      <SidePanel
        open={open}
        close={() => {
          setOpen(false)
        }}
        title={t("payments.rest.title")}
      >
        <div className="flex flex-col gap-y-4 px-6 py-4">
          {make.data && <RestLink link={make.data} />}
        </div>
      </SidePanel>
    </>
  )
}

const RestLink = ({ link: { invoice, locale } }: { link: PaymentLink }) => {
  const { t, language } = useWords()
  if (!invoice || invoice.payment_url === null) {
    return <Text size="small">{t("common.problem.not_possible")}</Text>
  }
  const { part } = invoice
  const isLast = part === null || part.position >= part.count
  return (
    <>
      <div className="flex flex-col gap-y-1">
        <span className="h1-core tabular-nums">{formatUzs(invoice.amount, language)}</span>
        {part !== null && (
          <Text size="small" leading="compact" weight="plus">
            {partOfWhole(t, language, part)}
          </Text>
        )}
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t("payments.rest.hint")} {!isLast && t("payments.rest.more")}
        </Text>
      </div>
      <LiveLink invoice={invoice} url={invoice.payment_url} locale={locale} />
    </>
  )
}
