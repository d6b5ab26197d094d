import { formatPhone, type Held } from "../../contract"
import { useWords } from "../lib/words"
import { TextLink } from "./text-link"

/** Who bought: the name, which leads to the account where there is one, the phone and the e-mail. */
export const Customer = ({ customer }: { customer: Held["customer"] }) => {
  const { t } = useWords()
  const { id = null, name = null, phone = null, email = null } = customer ?? {}
  const called = name ?? email ?? (phone === null ? id : null)
  if (called === null && phone === null) {
    return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  }
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {called !== null && id !== null && (
        <TextLink to={`/customers/${id}`} wrapped="words">
          {called}
        </TextLink>
      )}
      {called !== null && id === null && <span className="break-words">{called}</span>}
      {phone !== null && <PhoneLink phone={phone} />}
      {email !== null && email !== called && (
        <TextLink href={`mailto:${email}`} wrapped="anywhere">
          {email}
        </TextLink>
      )}
    </span>
  )
}

/** A tap on a phone calls. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <TextLink href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{formatPhone(phone)}</TextLink>
)

const MOST_ITEMS = 4

/** What is in an order or a cart, in a line. */
export const Items = ({ items }: { items: Held["items"] }) => {
  const { t } = useWords()
  const shown = items.slice(0, MOST_ITEMS).map(({ title, quantity }) => `${title} × ${quantity}`)
  const rest = items.length - shown.length
  return (
    <span className="break-words">
      {shown.join("; ")}
      {rest > 0 && ` ${t("payments.more_items", { count: rest })}`}
    </span>
  )
}
