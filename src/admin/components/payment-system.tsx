import { Text, Tooltip } from "@medusajs/ui"
import { useState } from "react"
import { isBankCard } from "../../contract"
import type { PaymentMethod } from "../lib/payment-methods"
import { methodOf, paymentSystemInWords } from "../lib/payment-systems"
import { useWords } from "../lib/words"

type Props = { system: string | null; methods: readonly PaymentMethod[] }

/** A payment system by its logo, else by its name; by a word of its own where nobody named it. */
export const PaymentSystem = ({ system, methods }: Props) => {
  const { t } = useWords()
  if (system === null) {
    return (
      <Tooltip content={t("common.unnamed_system_hint")}>
        <span className="text-ui-fg-subtle whitespace-normal underline decoration-dotted underline-offset-4">
          {t("common.unnamed_system")}
        </span>
      </Tooltip>
    )
  }
  const method = methodOf(methods, system)
  const name = paymentSystemInWords(t, system, method?.name)
  // A service's picture of a bank card spells it in a language of its own, or names two of the cards.
  const hasLogo = method !== undefined && !isBankCard(system)
  return (
    <span className="inline-flex min-w-0 items-center whitespace-nowrap align-middle">
      {hasLogo ? <Logo method={method} name={name} /> : <Name name={name} />}
    </span>
  )
}

/**
 * The logo on its own, as most of them spell the name. The admin's theme is a class on the page:
 * both are there, one of them is shown.
 */
const Logo = ({ method, name }: { method: PaymentMethod; name: string }) => {
  const [failed, setFailed] = useState(false)
  const { logo_light: light, logo_dark: dark } = method
  if (light === null || dark === null || failed) return <Name name={name} />
  const grounds = [
    { source: light, className: "dark:hidden" },
    { source: dark, className: "hidden dark:block" },
  ]
  return grounds.map(({ source, className }) => (
    <img
      key={className}
      src={source}
      alt={name}
      title={name}
      loading="lazy"
      referrerPolicy="no-referrer"
      className={`h-5 max-w-20 shrink-0 rounded object-contain ${className}`}
      onError={() => {
        setFailed(true)
      }}
    />
  ))
}

const Name = ({ name }: { name: string }) => <span className="truncate">{name}</span>

/** Why nobody named it, where there is room to say so: a tooltip cannot be read on a phone. */
export const WhyUnnamed = () => {
  const { t } = useWords()
  return (
    <Text size="xsmall" className="text-ui-fg-subtle">
      {t("common.unnamed_system_hint")}
    </Text>
  )
}
