import { clx, Text } from "@medusajs/ui"
import { formatPhone, type Invoice } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { StateBadge } from "../../../components/state-badge"
import { formatUzs } from "../../../lib/format"
import { partInWords } from "../../../lib/part-words"
import { useWords } from "../../../lib/words"

/** The list on a phone, where a table has no room: amount, state, customer, time and number of each. */
export const PhoneList = ({
  invoices,
  open,
}: {
  invoices: readonly Invoice[]
  open: (id: string) => void
}) => (
  <ul className="divide-y border-y">
    {invoices.map((invoice) => (
      <li key={invoice.id}>
        <button
          type="button"
          className="transition-fg hover:bg-ui-bg-base-hover focus-visible:bg-ui-bg-base-hover flex w-full flex-col gap-y-1 px-6 py-3 text-left outline-none"
          onClick={() => {
            open(invoice.id)
          }}
        >
          <Row invoice={invoice} />
        </button>
      </li>
    ))}
  </ul>
)

const Row = ({ invoice }: { invoice: Invoice }) => {
  const { t, language } = useWords()
  const { order, blocker, customer_name: name, customer_phone: phone, email } = invoice
  const number = order?.display_id ?? null
  const facts = [number === null ? null : `#${number}`, name ?? email].filter(Boolean)
  return (
    <>
      <span className="flex items-center justify-between gap-x-4">
        <span className="txt-compact-medium-plus tabular-nums">
          {formatUzs(invoice.paid ?? invoice.amount, language)}
        </span>
        <StateBadge standing={invoice.standing} />
      </span>
      {invoice.part !== null && (
        <Text as="span" size="xsmall" className="text-ui-fg-subtle">
          {partInWords(t, invoice.part)}
        </Text>
      )}
      {blocker !== null && (
        <Text as="span" size="xsmall" className="text-ui-fg-subtle">
          {t(`common.reason.${blocker.reason}`)}
        </Text>
      )}
      <span
        className={clx(
          "txt-compact-small text-ui-fg-subtle flex items-center gap-x-4",
          facts.length === 0 ? "justify-end" : "justify-between"
        )}
      >
        {facts.length > 0 && <span className="truncate">{facts.join(" · ")}</span>}
        <Moment at={invoice.paid_at ?? invoice.created_at} />
      </span>
      <span className="txt-compact-small text-ui-fg-subtle flex items-center justify-between gap-x-4 tabular-nums">
        <span>{phone !== null && formatPhone(phone)}</span>
        <span>{invoice.number}</span>
      </span>
    </>
  )
}
