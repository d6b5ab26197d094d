import { partsOfCart } from "medusa-payment-checkout-uz/storefront"
import { useState } from "react"
import { size, som } from "../format"
import { Link } from "../router"
import { useWords, type Word } from "../words"
import { useCart, type Cart } from "./cart"
import { useTitles } from "./products"
import { Failed, Loading } from "./states"
import { whyNot } from "./why-not"

export function CartPage() {
  const { say, language } = useWords()
  const { cart, isReady, hasFailed, reload } = useCart()
  if (hasFailed) return <Failed onRetry={reload} />
  if (!isReady) return <Loading />
  if (!cart?.items?.length) {
    return (
      <section className="narrow center">
        <h1>{say("cartEmpty")}</h1>
        <p className="quiet">{say("cartEmptyText")}</p>
        <Link to="/" className="button">
          {say("toShop")}
        </Link>
      </section>
    )
  }
  return (
    <section className="narrow">
      <h1>{say("cart")}</h1>
      <Lines cart={cart} />
      <p className="line-total">
        <span>{say("goods")}</span>
        <strong>{som(cart.item_total, language)}</strong>
      </p>
      <Link to="/checkout" className="button big">
        {say("checkout")}
      </Link>
    </section>
  )
}

function Lines({ cart }: { cart: Cart }) {
  const { say, language } = useWords()
  const { setQuantity } = useCart()
  const titleOf = useTitles()
  const [isBusy, setBusy] = useState(false)
  const [why, setWhy] = useState<Word>()

  // The cart is read again after a refusal, and knows by now of what has come.
  const isPartPaid = (partsOfCart(cart)?.paid ?? 0) > 0
  const told = why === "cartTaken" && isPartPaid ? "cartPartPaid" : why

  const change = async (id: string, quantity: number) => {
    if (isBusy) return
    setBusy(true)
    setWhy(undefined)
    await setQuantity(id, quantity).catch((reason: unknown) => {
      setWhy(whyNot(reason))
    })
    setBusy(false)
  }
  return (
    <>
      <ul className="lines" aria-busy={isBusy}>
        {cart.items?.map((item) => {
          const title = titleOf(item)
          return (
            <li key={item.id}>
              <img src={item.thumbnail ?? ""} alt="" width="72" height="72" />
              <div>
                <p className="line-title">{title}</p>
                <p className="quiet">{size(item.variant_title ?? "", language)}</p>
                <p className="price">{som(item.unit_price * item.quantity, language)}</p>
              </div>
              <div className="stepper">
                <button
                  type="button"
                  aria-label={say(item.quantity > 1 ? "less" : "remove", { title })}
                  aria-disabled={isBusy}
                  onClick={() => void change(item.id, item.quantity - 1)}
                >
                  −
                </button>
                <span>{item.quantity}</span>
                <button
                  type="button"
                  aria-label={say("more", { title })}
                  aria-disabled={isBusy}
                  onClick={() => void change(item.id, item.quantity + 1)}
                >
                  +
                </button>
              </div>
            </li>
          )
        })}
      </ul>
      {told !== undefined && (
        <p className="wrong" role="alert">
          {say(told)}
        </p>
      )}
    </>
  )
}
