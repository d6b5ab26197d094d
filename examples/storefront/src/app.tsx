import { useEffect, useRef } from "react"
import { CardPage } from "./payment/card-page"
import { ReturnPage } from "./payment/return-page"
import { Link, useAddress } from "./router"
import { CartProvider, useCart } from "./shop/cart"
import { CartPage } from "./shop/cart-page"
import { CheckoutPage } from "./shop/checkout-page"
import { ProductsPage } from "./shop/products-page"
import { LANGUAGES, setLanguage, useWords } from "./words"

export function App() {
  const address = useAddress()
  const main = useRef<HTMLElement>(null)
  const { language } = useWords()
  const isFirst = useRef(true)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  // A new page is read from its beginning, also by who does not see it, unless it begins in a field.
  useEffect(() => {
    if (!isFirst.current) {
      const isInside = main.current?.contains(document.activeElement)
      if (!isInside) main.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [address.pathname])

  return (
    <CartProvider>
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        <Page address={address} />
      </main>
      <Footer />
    </CartProvider>
  )
}

function Page({ address }: { address: URL }) {
  const { say } = useWords()
  const session = address.searchParams.get("session") ?? ""
  switch (address.pathname) {
    case "/":
      return <ProductsPage />
    case "/cart":
      return <CartPage />
    case "/checkout":
      return <CheckoutPage />
    case "/card":
      // Without a session there is nothing to pay: the return page says so.
      if (session === "") return <ReturnPage key={session} sessionId={session} />
      return <CardPage key={session} sessionId={session} />
    case "/return":
      return <ReturnPage key={session} sessionId={session} />
    default:
      return (
        <section className="narrow">
          <h1>{say("notFound")}</h1>
          <Link to="/" className="button">
            {say("toShop")}
          </Link>
        </section>
      )
  }
}

function Header() {
  const { say, language } = useWords()
  const { cart } = useCart()
  const count = cart?.items?.reduce((sum, item) => sum + item.quantity, 0) ?? 0
  return (
    <header className="top">
      <a className="skip" href="#main">
        {say("skip")}
      </a>
      <Link to="/" className="brand">
        <img src="/choynak.svg" alt="" width="36" height="36" />
        <span>Choynak</span>
      </Link>
      <label className="language">
        <span className="unseen">{say("language")}</span>
        <select
          value={language}
          onChange={({ target }) => {
            const found = LANGUAGES.find(([code]) => code === target.value)
            if (found) setLanguage(found[0])
          }}
        >
          {LANGUAGES.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Link to="/cart" className="cart-link" aria-label={say("cartWith", { count })}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M5 8h14l-1.2 11a1.5 1.5 0 0 1-1.5 1.3H7.7a1.5 1.5 0 0 1-1.5-1.3zM9 8V7a3 3 0 0 1 6 0v1" />
        </svg>
        {count > 0 && <span className="count">{count}</span>}
      </Link>
    </header>
  )
}

function Footer() {
  const { say } = useWords()
  return (
    <footer className="bottom">
      <p>Choynak · Toshkent, Navoiy shoh koʻchasi, 48 · +998 71 200 45 45</p>
      <p>{say("demo")}</p>
    </footer>
  )
}
