import type { HttpTypes } from "@medusajs/types"
import { useEffect, useState } from "react"
import { som } from "../format"
import { sdk } from "../medusa"
import { isWord, useWords, type Word } from "../words"
import type { Cart } from "./cart"
import { Loading } from "./states"
import { SubmitButton } from "./submit-button"

type Option = HttpTypes.StoreCartShippingOption

/** The store's own names for its ways of delivery, by the words this shop has for them. */
const CODES: Record<string, Word> = {
  "Toshkent boʻylab kuryer": "kuryer-toshkent",
  "Viloyatlarga pochta": "pochta-viloyat",
  "Chorsudagi doʻkondan olib ketish": "olib-ketish",
}

export function wordsOfDelivery(name: string, say: (word: Word) => string): string {
  const word = CODES[name]
  return word ? say(word) : name
}

export function DeliveryChoice({ cart, onDone }: { cart: Cart; onDone: () => Promise<void> }) {
  const { say, language } = useWords()
  const [options, setOptions] = useState<Option[]>()
  const [chosen, setChosen] = useState(cart.shipping_methods?.[0]?.shipping_option_id ?? "")
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    sdk.store.fulfillment.listCartOptions({ cart_id: cart.id }).then(
      ({ shipping_options }) => {
        setOptions(shipping_options)
        setChosen((before) => before || (shipping_options[0]?.id ?? ""))
      },
      () => {
        setFailed(true)
      }
    )
  }, [cart.id])

  const choose = async () => {
    if (isBusy || chosen === "") return
    setBusy(true)
    setFailed(false)
    try {
      await sdk.store.cart.addShippingMethod(cart.id, { option_id: chosen })
      await onDone()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  if (!options && !failed) return <Loading />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void choose()
      }}
    >
      <fieldset className="choices">
        <legend className="unseen">{say("delivery")}</legend>
        {options?.map((option) => {
          const text = `${CODES[option.name] ?? ""}-text`
          return (
            <label key={option.id} className="choice">
              <input
                type="radio"
                name="delivery"
                checked={chosen === option.id}
                onChange={() => {
                  setChosen(option.id)
                }}
              />
              <span>
                {wordsOfDelivery(option.name, say)}
                {isWord(text) && <small>{say(text)}</small>}
              </span>
              <span className="sum">
                {option.amount === 0 ? say("free") : som(option.amount, language)}
              </span>
            </label>
          )
        })}
      </fieldset>
      {failed && (
        <p className="wrong" role="alert">
          {say("failed")}
        </p>
      )}
      <SubmitButton isBusy={isBusy}>{say("continue")}</SubmitButton>
    </form>
  )
}
