import { size, som } from "../format"
import { useWords } from "../words"
import { useTitles } from "./products"

interface Item {
  id: string
  quantity: number
  /** UZS. */
  unit_price: number
  thumbnail?: string | null
  product_title?: string | null
  variant_title?: string | null
  product_id?: string | null
}

interface SummaryProps {
  items: readonly Item[]
  goods: number
  /** UZS; undefined while none is chosen. */
  delivery: number | undefined
  total: number
}

/** What is bought and what it costs: of a cart, and of the order it becomes. */
export function Summary({ items, goods, delivery, total }: SummaryProps) {
  const { say, language } = useWords()
  const titleOf = useTitles()
  return (
    <div className="summary">
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <img src={item.thumbnail ?? ""} alt="" width="56" height="56" />
            <span>
              {titleOf(item)}
              <small>
                {size(item.variant_title ?? "", language)} × {item.quantity}
              </small>
            </span>
            <span className="sum">{som(item.unit_price * item.quantity, language)}</span>
          </li>
        ))}
      </ul>
      <dl>
        <div>
          <dt>{say("goods")}</dt>
          <dd>{som(goods, language)}</dd>
        </div>
        <div>
          <dt>{say("delivery")}</dt>
          <dd>
            {delivery === undefined
              ? say("afterAddress")
              : delivery === 0
                ? say("free")
                : som(delivery, language)}
          </dd>
        </div>
        <div className="total">
          <dt>{say("total")}</dt>
          <dd>{som(total, language)}</dd>
        </div>
      </dl>
    </div>
  )
}

/** The price of the chosen delivery; undefined before one is chosen. */
export function deliveryOf(cart: {
  shipping_methods?: readonly unknown[] | null
  shipping_total?: number
}): number | undefined {
  return cart.shipping_methods?.length ? (cart.shipping_total ?? 0) : undefined
}
