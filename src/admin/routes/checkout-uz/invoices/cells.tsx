import { clx, Text } from "@medusajs/ui"
import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from "react"
import type { BlockerReason, Invoice } from "../../../../contract"
import { PhoneLink } from "../../../components/customer"
import { Moment } from "../../../components/moment"
import { OrderLink } from "../../../components/order-link"
import { PaymentSystem } from "../../../components/payment-system"
import { StateBadge } from "../../../components/state-badge"
import { formatMoment, formatUzs } from "../../../lib/format"
import { partInWords } from "../../../lib/part-words"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { useWords } from "../../../lib/words"
import { InvoiceLink } from "../invoice-link"

/** What a cell is made of. */
type Cell = { row: { original: Invoice } }

/** By which a list's cells show the payment system. */
export const PaymentMethods = createContext<readonly PaymentMethod[]>([])

/** What the table itself does not say to a screen reader: which way it is sorted. */
export const SortedHeader = ({
  sorted,
  children,
}: {
  sorted: false | "asc" | "desc"
  children: ReactNode
}) => {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const order = sorted === "asc" ? "ascending" : "descending"
    place.current?.closest("th")?.setAttribute("aria-sort", sorted === false ? "none" : order)
  }, [sorted])
  return <span ref={place}>{children}</span>
}

export const NumberCell = ({ row: { original } }: Cell) => (
  <InvoiceLink id={original.id} number={original.number} />
)

export const StateCell = ({ row: { original } }: Cell) => (
  <span className="flex flex-col items-start gap-y-1 py-2">
    <StateBadge standing={original.standing} />
    {original.blocker !== null && <Reason reason={original.blocker.reason} />}
  </span>
)

export const AmountCell = ({ row: { original } }: Cell) => {
  const { t, language } = useWords()
  return (
    <TwoLines
      right
      first={
        <span className="txt-compact-xsmall text-ui-fg-base tabular-nums">
          {formatUzs(original.amount, language)}
        </span>
      }
      second={original.part && partInWords(t, original.part)}
    />
  )
}

export const PaidCell = ({ row: { original } }: Cell) => (
  <TwoLines
    right
    first={<Sum of={original.paid ?? 0} />}
    second={original.paid_at !== null && <Moment at={original.paid_at} />}
  />
)

export const GivenBackCell = ({ row: { original } }: Cell) => <Sum of={original.given_back} />

export const PaymentSystemCell = ({ row: { original } }: Cell) => {
  const methods = useContext(PaymentMethods)
  if (original.payment_system === null && original.paid_at === null) return <None />
  return <PaymentSystem system={original.payment_system} methods={methods} />
}

/** The order and who paid for it. */
export const CustomerCell = ({ row: { original } }: Cell) => {
  const { order, customer_name: name, customer_phone: phone, email } = original
  const called = name ?? email
  if (order === null && called === null && phone === null) return <None />
  const other = name === null ? null : email
  return (
    <TwoLines
      first={
        <span className="flex max-w-28 items-center gap-x-2">
          {order !== null && <OrderLink order={order} />}
          {called !== null && (
            <span title={called} className="line-clamp-2 min-w-0 whitespace-normal break-words">
              {called}
            </span>
          )}
        </span>
      }
      second={
        phone !== null ? (
          <PhoneLink phone={phone} />
        ) : (
          other !== null && (
            <span title={other} className="inline-block max-w-28 truncate">
              {other}
            </span>
          )
        )
      }
    />
  )
}

/** In two lines, since a list has little room. */
export const CreatedCell = ({ row: { original } }: Cell) => {
  const [day, hour] = formatMoment(original.created_at).split(" ")
  return (
    <time dateTime={original.created_at} className="tabular-nums">
      <TwoLines first={day} second={hour} />
    </time>
  )
}

const TwoLines = ({
  first,
  second,
  right = false,
}: {
  first: ReactNode
  second: ReactNode
  right?: boolean
}) => (
  <span className={clx("flex flex-col gap-y-0.5 py-2", right && "items-end")}>
    {first}
    {second && <span className="txt-compact-xsmall text-ui-fg-subtle">{second}</span>}
  </span>
)

const Sum = ({ of }: { of: number }) => {
  const { language } = useWords()
  if (of === 0) return <None />
  // Small, so that three sums of eight digits fit a screen of 1,280 px beside each other.
  return <span className="txt-compact-xsmall tabular-nums">{formatUzs(of, language)}</span>
}

const None = () => {
  const { t } = useWords()
  return <span className="text-ui-fg-subtle">{t("common.none")}</span>
}

const Reason = ({ reason }: { reason: BlockerReason }) => {
  const { t } = useWords()
  return (
    <Text size="xsmall" leading="compact" className="text-ui-fg-subtle max-w-28 whitespace-normal">
      {t(`common.reason.${reason}`)}
    </Text>
  )
}
