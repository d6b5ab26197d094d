import { ArrowUpRightOnBox, Telegram } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { CopyField } from "../components/copy-field"
import { Moment } from "../components/moment"
import { QrCode } from "../components/qr-code"
import { formatUzs } from "../lib/format"
import { telegramShare } from "../lib/share"
import { useWords } from "../lib/words"

/** A payment page's address in every way a customer may get it. */
export const LiveLink = ({ invoice, url }: { invoice: Invoice; url: string }) => {
  const { t, language } = useWords()
  const amount = formatUzs(invoice.amount, language)
  const number = invoice.order?.display_id
  const message =
    typeof number === "number"
      ? t("order.link.message_order", { amount, number })
      : t("order.link.message", { amount })
  return (
    <>
      <CopyField text={url} what={t("order.link.title")} />
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={url} label={t("order.link.qr", { amount })} />
        <div className="flex min-w-44 flex-1 flex-col items-start gap-y-2">
          <Button size="small" variant="secondary" asChild>
            <a href={telegramShare(url, message)} target="_blank" rel="noopener noreferrer">
              <Telegram className="text-ui-fg-muted" />
              {t("order.link.telegram")}
            </a>
          </Button>
          <Button size="small" variant="secondary" asChild>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("order.open_page")}
            >
              <ArrowUpRightOnBox className="text-ui-fg-muted" />
              {t("common.actions.open")}
            </a>
          </Button>
          <div className="txt-small text-ui-fg-subtle">
            {t("order.link.valid_until")} <Moment at={invoice.expires_at} />
          </div>
        </div>
      </div>
    </>
  )
}
