import { useRef, useState } from "react"
import { sdk } from "../medusa"
import { useWords, type Word } from "../words"
import type { Cart } from "./cart"
import { Field } from "./field"
import { SubmitButton } from "./submit-button"

const NAMES = ["firstName", "lastName", "phone", "email", "city", "street"] as const
type Name = (typeof NAMES)[number]
type Values = Record<Name, string>

const AUTOCOMPLETE: Record<Name, string> = {
  firstName: "given-name",
  lastName: "family-name",
  phone: "tel",
  email: "email",
  city: "address-level2",
  street: "street-address",
}
const KINDS: Partial<Record<Name, "tel" | "email">> = { phone: "tel", email: "email" }

export function AddressForm({ cart, onDone }: { cart: Cart; onDone: () => Promise<void> }) {
  const { say } = useWords()
  const [values, setValues] = useState<Values>(() => startingValues(cart))
  const [wrong, setWrong] = useState<Partial<Record<Name, Word>>>({})
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})

  const save = async () => {
    const found = problems(values)
    setWrong(found)
    const first = NAMES.find((name) => found[name])
    if (first) {
      inputs.current[first]?.focus()
      return
    }
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      await sdk.store.cart.update(cart.id, toCart(values))
      await onDone()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {NAMES.map((name) => (
        <Field
          key={name}
          inputRef={(input) => {
            inputs.current[name] = input
          }}
          className={name === "city" || name === "street" ? "whole" : ""}
          label={say(name)}
          name={name}
          type={KINDS[name] ?? "text"}
          autoComplete={AUTOCOMPLETE[name]}
          required
          value={values[name]}
          wrong={wrong[name] && say(wrong[name])}
          onChange={({ target }) => {
            setValues({ ...values, [name]: target.value })
          }}
        />
      ))}
      {failed && (
        <p className="wrong whole" role="alert">
          {say("failed")}
        </p>
      )}
      <SubmitButton isBusy={isBusy} className="button whole">
        {say("continue")}
      </SubmitButton>
    </form>
  )
}

function startingValues({ shipping_address: address, email }: Cart): Values {
  return {
    firstName: address?.first_name ?? "",
    lastName: address?.last_name ?? "",
    phone: address?.phone ?? "+998 ",
    email: email ?? "",
    city: address?.city ?? "",
    street: address?.address_1 ?? "",
  }
}

function problems(values: Values): Partial<Record<Name, Word>> {
  const found: Partial<Record<Name, Word>> = {}
  for (const name of NAMES) if (values[name].trim() === "") found[name] = "required"
  if (!found.email && !/^\S+@\S+\.\S+$/.test(values.email.trim())) found.email = "emailWrong"
  if (!/^\+?998\d{9}$/.test(values.phone.replace(/[\s()-]/g, ""))) found.phone = "phoneWrong"
  return found
}

function toCart(values: Values) {
  const address = {
    first_name: values.firstName.trim(),
    last_name: values.lastName.trim(),
    phone: values.phone.trim(),
    city: values.city.trim(),
    address_1: values.street.trim(),
    country_code: "uz",
  }
  return { email: values.email.trim(), shipping_address: address, billing_address: address }
}
