import { Link } from "react-router-dom"
import { useWords } from "../../lib/words"
import { OPENED_HERE, useAddress, withChanges } from "./address"

// Underlined and dark rather than blue: Medusa's own blue is too pale to read on white.
const LINK =
  "text-ui-fg-base hover:text-ui-fg-interactive-hover focus-visible:text-ui-fg-interactive-hover decoration-ui-border-strong underline underline-offset-4 outline-none whitespace-nowrap tabular-nums"

/** Opens an invoice beside what is shown. */
export const InvoiceLink = ({ id, number }: { id: string; number: number }) => {
  const { params } = useAddress()
  return (
    <Link
      to={{ search: withChanges(params, { invoice: id }).toString() }}
      state={OPENED_HERE}
      className={LINK}
      onClick={(event) => {
        event.stopPropagation()
      }}
    >
      {number}
    </Link>
  )
}

/** Leads to the order, or a dash where there is none. */
export const OrderLink = ({
  order,
}: {
  order: { id: string; display_id: number | null } | null
}) => {
  const { t } = useWords()
  if (order === null) return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return (
    <Link
      to={`/orders/${order.id}`}
      className={LINK}
      onClick={(event) => {
        event.stopPropagation()
      }}
    >
      {order.display_id === null ? t("payments.order") : `#${order.display_id}`}
    </Link>
  )
}

/** Leads to the customer where they have an account; else their e-mail. */
export const CustomerLink = ({
  customer,
}: {
  customer: { id: string | null; email: string | null } | null
}) => {
  const { t } = useWords()
  const name = customer?.email ?? customer?.id
  if (!name) return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  if (!customer?.id) return <span className="break-all">{name}</span>
  return (
    <Link to={`/customers/${customer.id}`} className={`${LINK} !whitespace-normal break-all`}>
      {name}
    </Link>
  )
}
