import { useState } from "react"
import { size, som } from "../format"
import { useWords, type Word } from "../words"
import { useCart } from "./cart"
import { titleOf, useProducts, type Product } from "./products"
import { Failed, Loading } from "./states"
import { whyNot } from "./why-not"

export function ProductsPage() {
  const { say } = useWords()
  const { hasFailed, reload } = useCart()
  const { products, hasFailed: noProducts, read } = useProducts()
  if (hasFailed || noProducts) return <Failed onRetry={hasFailed ? reload : read} />
  return (
    <section className="wide">
      <div className="welcome">
        <h1>Choynak</h1>
        <p>{say("tagline")}</p>
      </div>
      {products ? (
        <ul className="shelf">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      ) : (
        <Loading />
      )}
    </section>
  )
}

function ProductCard({ product }: { product: Product }) {
  const { say, language } = useWords()
  const { add } = useCart()
  const [state, setState] = useState<"idle" | "busy" | "added" | "failed">("idle")
  const [why, setWhy] = useState<Word>("failed")
  const variants = product.variants ?? []
  const [chosen, setChosen] = useState(variants[0]?.id)
  const variant = variants.find(({ id }) => id === chosen)
  const title = titleOf(product, language)

  const put = async () => {
    if (state === "busy" || !variant) return
    setState("busy")
    await add(variant.id).then(
      () => {
        setState("added")
      },
      (reason: unknown) => {
        setWhy(whyNot(reason))
        setState("failed")
      }
    )
  }
  return (
    <article className="product">
      <img src={product.thumbnail ?? ""} alt="" width="400" height="400" loading="lazy" />
      <div className="product-text">
        <h2>{title}</h2>
        {variants.length > 1 ? (
          <label className="size">
            <span className="unseen">
              {say("size")}: {title}
            </span>
            <select
              value={chosen}
              onChange={({ target }) => {
                setChosen(target.value)
                setState("idle")
              }}
            >
              {variants.map((each) => (
                <option key={each.id} value={each.id}>
                  {size(each.title ?? "", language)}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <p className="quiet">{size(variant?.title ?? "", language)}</p>
        )}
        <p className="price">{som(variant?.calculated_price?.calculated_amount ?? 0, language)}</p>
        <button
          type="button"
          className="button soft"
          aria-disabled={state === "busy"}
          aria-label={`${state === "added" ? say("added") : say("add")}: ${title}`}
          onClick={() => void put()}
        >
          {state === "added" ? `${say("added")} ✓` : say("add")}
        </button>
        <p role="status" className={state === "failed" ? "wrong" : "unseen"}>
          {state === "added" && say("added")}
          {state === "failed" && say(why)}
        </p>
      </div>
    </article>
  )
}
