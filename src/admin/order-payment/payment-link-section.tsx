import { Heading, Text } from "@medusajs/ui"
import type { PaymentLink } from "../../contract"
import { formatUzs } from "../lib/format"
import { partOfWhole } from "../lib/part-words"
import { useWords } from "../lib/words"
import { LiveLink } from "../components/live-link"
import { MakeLink } from "./make-link"
import { useNow } from "./use-now"

type Props = { orderId: string; link: PaymentLink }

/** What the customer still owes, as an address to send them. */
export const PaymentLinkSection = ({ orderId, link }: Props) => {
  const { t, language } = useWords()
  const now = useNow()
  const { invoice, code_against: code } = link
  const against = code === null ? null : t(`common.problem.${code}`)
  const makeable = link.open_amount > 0 && link.provider_ids.length > 0
  if (invoice === null && !makeable && (against === null || link.open_amount <= 0)) return null
  const part = invoice?.part ?? null
  const isFollowed = part !== null && part.position < part.count
  const live = invoice !== null && new Date(invoice.expires_at) > now
  return (
    <section className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-start justify-between gap-x-4">
        <Heading level="h3">{t("order.link.title")}</Heading>
        <Text size="small" weight="plus" className="shrink-0">
          {formatUzs(invoice?.amount ?? link.open_amount, language)}
        </Text>
      </div>
      {part !== null && (
        <Text size="small" leading="compact" weight="plus">
          {partOfWhole(t, language, part)}
        </Text>
      )}
      {live && invoice.payment_url !== null ? (
        <>
          {/* Which to use beside Medusa's own link, also while there is this one. */}
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t("order.link.hint")} {isFollowed && t("payments.rest.more")}
          </Text>
          <LiveLink invoice={invoice} url={invoice.payment_url} locale={link.locale} />
        </>
      ) : (
        <>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {against ?? (invoice === null ? t("order.link.hint") : t("order.link.expired"))}
          </Text>
          {against === null && makeable && (
            <MakeLink orderId={orderId} link={link} again={invoice !== null} />
          )}
        </>
      )}
    </section>
  )
}
