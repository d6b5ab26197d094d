import { Link } from "react-router-dom"
import { useWords } from "../lib/words"
import { LINK } from "./link-look"

type Order = { id: string; display_id: number | null; is_draft?: boolean }

/** Leads to the order or the draft, or a dash where there is none. */
export const OrderLink = ({ order }: { order: Order | null }) => {
  const { t } = useWords()
  if (order === null) return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return (
    <Link
      to={`/${order.is_draft ? "draft-orders" : "orders"}/${order.id}`}
      className={LINK}
      onClick={(event) => {
        event.stopPropagation()
      }}
    >
      {order.display_id === null ? t("payments.order") : `#${order.display_id}`}
    </Link>
  )
}
