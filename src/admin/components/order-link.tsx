import { useWords } from "../lib/words"
import { TextLink } from "./text-link"

type Order = { id: string; display_id: number | null; is_draft?: boolean }

/** Leads to the order or the draft, or a dash where there is none. */
export const OrderLink = ({ order }: { order: Order | null }) => {
  const { t } = useWords()
  if (order === null) return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return (
    <TextLink to={`/${order.is_draft ? "draft-orders" : "orders"}/${order.id}`}>
      {order.display_id === null ? t("payments.order") : `#${order.display_id}`}
    </TextLink>
  )
}
