import { useEffect, useRef, useState, type ReactNode } from "react"
import { PaymentChoice } from "../payment/payment-choice"
import { Link, navigate } from "../router"
import { useWords } from "../words"
import { AddressForm } from "./address-form"
import { useCart, type Cart } from "./cart"
import { DeliveryChoice, wordsOfDelivery } from "./delivery-choice"
import { Failed, Loading } from "./states"
import { deliveryOf, Summary } from "./summary"

type Step = "contact" | "delivery" | "payment"

export function CheckoutPage() {
  const { say } = useWords()
  const { cart, isReady, hasFailed, reload } = useCart()
  const isEmpty = isReady && !hasFailed && !cart?.items?.length
  useEffect(() => {
    if (isEmpty) navigate("/cart", { replace: true })
  }, [isEmpty])
  if (hasFailed) return <Failed onRetry={reload} />
  if (!cart || isEmpty) return <Loading />
  return (
    <section className="checkout">
      <h1>{say("checkoutTitle")}</h1>
      <div className="columns">
        <Steps cart={cart} />
        <aside aria-label={say("order")}>
          <Summary
            items={cart.items ?? []}
            goods={cart.item_total}
            delivery={deliveryOf(cart)}
            total={cart.total}
          />
        </aside>
      </div>
    </section>
  )
}

/** The first that is not done yet. */
function firstOpen(cart: Cart): Step {
  if (!cart.email || !cart.shipping_address?.address_1) return "contact"
  return cart.shipping_methods?.length ? "payment" : "delivery"
}

function Steps({ cart }: { cart: Cart }) {
  const { say } = useWords()
  const { reload, region } = useCart()
  const [step, setStep] = useState<Step>(() => firstOpen(cart))
  const go = (next: Step) => async () => {
    await reload()
    setStep(next)
  }
  const { shipping_address: address, shipping_methods: methods } = cart
  const open = (target: Step) => () => {
    setStep(target)
  }
  return (
    <div className="steps">
      <StepCard
        mark={step === "contact" ? 1 : "✓"}
        title={say("contact")}
        isOpen={step === "contact"}
      >
        {step === "contact" ? (
          <AddressForm cart={cart} onDone={go("delivery")} />
        ) : (
          <Done onChange={open("contact")}>
            {address?.first_name} {address?.last_name},{" "}
            <span className="unbroken">{address?.phone}</span>
            <br />
            {address?.city}, {address?.address_1}
          </Done>
        )}
      </StepCard>
      <StepCard
        mark={step === "payment" ? "✓" : 2}
        title={say("delivery")}
        isOpen={step === "delivery"}
      >
        {step === "delivery" && <DeliveryChoice cart={cart} onDone={go("payment")} />}
        {step === "payment" && (
          <Done onChange={open("delivery")}>{wordsOfDelivery(methods?.[0]?.name ?? "", say)}</Done>
        )}
      </StepCard>
      <StepCard mark={3} title={say("payment")} isOpen={step === "payment"}>
        {step === "payment" && region && <PaymentChoice cart={cart} regionId={region.id} />}
      </StepCard>
      <p>
        <Link to="/cart">{say("cart")}</Link>
      </p>
    </div>
  )
}

interface StepCardProps {
  /** Its number, until it is done. */
  mark: number | "✓"
  title: string
  isOpen: boolean
  children: ReactNode
}

function StepCard({ mark, title, isOpen, children }: StepCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  // What was pressed has gone with its step: the keyboard goes on where the next one begins.
  useEffect(() => {
    if (isOpen && !wasOpen.current) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <section className={isOpen ? "step open" : "step"} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        <span className="number" aria-hidden="true">
          {mark}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Done({ onChange, children }: { onChange: () => void; children: ReactNode }) {
  const { say } = useWords()
  return (
    <div className="done">
      <p>{children}</p>
      <button type="button" className="plain" onClick={onChange}>
        {say("change")}
      </button>
    </div>
  )
}
