import { ArrowUpRightOnBox, Telegram } from "@medusajs/icons"
import type { Invoice } from "../../contract"
import { ButtonLink } from "./button-link"
import { CopyField } from "./copy-field"
import { Moment } from "./moment"
import { QrCode } from "./qr-code"
import { formatUzs } from "../lib/format"
import { telegramShare } from "../lib/share"
import { languageOfTag } from "../lib/language"
import { useWords, type Language, type Words } from "../lib/words"

/** A payment page's address in every way a customer may get it. */
export const LiveLink = ({
  invoice,
  url,
  locale,
}: {
  invoice: Invoice
  url: string
  /** The language tag of the order. */
  locale: string | null
}) => {
  const { t, language } = useWords()
  const amount = formatUzs(invoice.amount, language)
  const message = messageFor(t, invoice, languageOfTag(locale) ?? language)
  return (
    <>
      <CopyField text={url} what={t("order.link.title")} />
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={url} label={t("order.link.qr", { amount })} />
        <div className="flex min-w-44 flex-1 flex-col items-start gap-y-2">
          <ButtonLink href={telegramShare(url, message)}>
            <Telegram className="text-ui-fg-muted" />
            {t("order.link.telegram")}
          </ButtonLink>
          <ButtonLink href={url} called={t("order.open_page")}>
            <ArrowUpRightOnBox className="text-ui-fg-muted" />
            {t("common.actions.open")}
          </ButtonLink>
          <div className="txt-small text-ui-fg-subtle">
            {t("order.link.valid_until")} <Moment at={invoice.expires_at} />
          </div>
        </div>
      </div>
    </>
  )
}

/** What the customer reads, in their own language where it is known. */
function messageFor(t: Words, { amount: sum, order, part }: Invoice, lng: Language): string {
  const amount = formatUzs(sum, lng)
  const number = order?.display_id
  const message =
    typeof number === "number"
      ? t("order.link.message_order", { lng, amount, number })
      : t("order.link.message", { lng, amount })
  if (part === null) return message
  const { position, count: of } = part
  return `${message} (${t("common.part.short", { lng, position, of })})`
}
