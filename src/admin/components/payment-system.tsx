import type { PaymentMethod } from "../lib/payment-methods"
import { nameOfPaymentSystem } from "../lib/payment-systems"
import { useWords } from "../lib/words"

type Props = { system: string | null; methods: readonly PaymentMethod[] }

/**
 * A payment system by its logo, where the cash desk's payment methods have one, and its name; null
 * where nobody named it.
 */
export const PaymentSystem = ({ system, methods }: Props) => {
  const { t } = useWords()
  if (system === null) {
    return <span className="text-ui-fg-subtle">{t("common.unknown_system")}</span>
  }
  const method = methods.find(({ key }) => key === system)
  return (
    <span className="inline-flex min-w-0 items-center gap-x-2 whitespace-nowrap align-middle">
      {method && <Logo method={method} />}
      <span className="truncate">
        {system === "card" ? t("common.card") : nameOfPaymentSystem(system, method?.name)}
      </span>
    </span>
  )
}

/** The admin's theme is a class on the page: both logos are there, one of them is shown. */
const Logo = ({ method }: { method: PaymentMethod }) => (
  <>
    {method.logo_light !== null && <Image source={method.logo_light} className="dark:hidden" />}
    {method.logo_dark !== null && <Image source={method.logo_dark} className="hidden dark:block" />}
  </>
)

const Image = ({ source, className }: { source: string; className: string }) => (
  <img
    src={source}
    alt=""
    loading="lazy"
    referrerPolicy="no-referrer"
    className={`h-5 max-w-14 shrink-0 rounded object-contain ${className}`}
    onError={({ currentTarget }) => {
      currentTarget.style.display = "none"
    }}
  />
)
