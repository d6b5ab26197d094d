import {
  partsOfCart,
  type CartToPay,
  type PaymentMethod,
} from "medusa-payment-checkout-uz/storefront"
import {
  useCheckoutUzPayment,
  usePaymentMethods,
} from "medusa-payment-checkout-uz/storefront/react"
import { useEffect, useState, type ReactNode } from "react"
import { som } from "../format"
import { sdk, store } from "../medusa"
import { navigate } from "../router"
import { Loading } from "../shop/states"
import { SubmitButton } from "../shop/submit-button"
import { useWords } from "../words"
import { CardBrands } from "./card-brands"
import { PartsForeseen } from "./parts"
import { useReason } from "./reason"

/** The card form of this shop, and the service's own page with all its systems: no system's keys. */
const CARD_HERE = "card-here"
const PAGE = "any-page"
/** The service's own card form, on its payment page. */
const CARD = "card"

interface PaymentChoiceProps {
  /** Its total is in UZS. */
  cart: CartToPay & { id: string }
  regionId: string
}

export function PaymentChoice({ cart, regionId }: PaymentChoiceProps) {
  const { say, language } = useWords()
  const reasonOf = useReason()
  const { methods, error: noMethods } = usePaymentMethods(store, regionId)
  const { start, payOnPage, isBusy, error } = useCheckoutUzPayment(store)
  const [chosen, setChosen] = useState<string>(CARD_HERE)

  useEffect(() => {
    if (error?.code === "already_paid") void goToPayment(cart.id)
  }, [error, cart.id])

  if (!methods && !noMethods) return <Loading />
  const parts = partsOfCart(cart)
  const isCard = ({ key }: PaymentMethod) => key === CARD
  // The two ways to pay by card stand together, where their words tell them apart.
  const systems = [
    ...(methods ?? []).filter(isCard),
    ...(methods ?? []).filter((method) => !isCard(method)),
  ]

  const pay = async () => {
    if (chosen === CARD_HERE) {
      const started = await start({ cartId: cart.id })
      if (!started) return
      const page = started.payment_url === null ? "/return" : "/card"
      navigate(`${page}?session=${started.session_id}`)
      return
    }
    const paymentSystem = chosen === PAGE ? {} : { paymentSystem: chosen }
    const started = await payOnPage({ cartId: cart.id, ...paymentSystem })
    if (started?.payment_url === null) navigate(`/return?session=${started.session_id}`)
  }
  const option = (value: string) => ({
    isChosen: chosen === value,
    onChoose: () => {
      setChosen(value)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <fieldset className="choices">
        <legend>{say("howToPay")}</legend>
        <Choice {...option(CARD_HERE)} logo={<CardBrands />}>
          {say("cardHere")}
          <small>{say("cardHereText")}</small>
        </Choice>
        {systems.length === 0 && (
          <Choice {...option(PAGE)}>
            {say("pageChoice")}
            <small>{say("pageChoiceText")}</small>
          </Choice>
        )}
        <div className="systems">
          {systems.map((method) => (
            <Choice key={method.key} {...option(method.key)}>
              {isCard(method) ? <CardThere /> : <Logo method={method} />}
            </Choice>
          ))}
        </div>
      </fieldset>
      {parts && error?.code !== "amount_not_taken" && <PartsForeseen parts={parts} />}
      {error && error.code !== "already_paid" && (
        <p className="wrong" role="alert">
          {error.status >= 500 ? say("notStarted") : reasonOf(error)}
        </p>
      )}
      <SubmitButton isBusy={isBusy} className="button big">
        {isBusy
          ? say("opening")
          : say("pay", { amount: som(parts?.amount ?? cart.total, language) })}
      </SubmitButton>
      <p className="hint safe">{say("safe")}</p>
    </form>
  )
}

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  logo?: ReactNode
  children: ReactNode
}

function Choice({ isChosen, onChoose, logo, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="payment" checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
      {logo}
    </label>
  )
}

function CardThere() {
  const { say } = useWords()
  return (
    <>
      {say("cardThere")}
      <small>{say("cardThereText")}</small>
    </>
  )
}

function Logo({ method: { name, logo_light, logo_dark } }: { method: PaymentMethod }) {
  if (logo_light === null) return <>{name}</>
  return (
    <picture>
      {logo_dark !== null && <source srcSet={logo_dark} media="(prefers-color-scheme: dark)" />}
      <img className="logo" src={logo_light} alt={name} height="28" />
    </picture>
  )
}

/** The cart's money is here: perhaps it was paid in another tab. */
async function goToPayment(cartId: string): Promise<void> {
  const fields = { fields: "id,*payment_collection.payment_sessions" }
  const found = await sdk.store.cart.retrieve(cartId, fields).catch(() => undefined)
  const session = found?.cart.payment_collection?.payment_sessions?.[0]
  if (session) navigate(`/return?session=${session.id}`)
}
