import { clx, createDataTableColumnHelper, Text } from "@medusajs/ui"
import { useLayoutEffect, useRef, type ReactNode } from "react"
import type { BlockerReason, Invoice } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { PaymentSystem } from "../../../components/payment-system"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { StateBadge } from "../../../components/state-badge"
import { formatMoment, formatUzs } from "../../../lib/format"
import { partInWords } from "../../../lib/part-words"
import { useWords, type Language, type Words } from "../../../lib/words"
import { PhoneLink } from "../../../components/customer"
import { OrderLink } from "../../../components/order-link"
import { InvoiceLink } from "../invoice-link"

const helper = createDataTableColumnHelper<Invoice>()
type HeaderContext = { column: { getIsSorted: () => false | "asc" | "desc" } }

/** The columns of the list of invoices. */
export function columnsOf({
  t,
  language,
  methods,
  severalDesks,
}: {
  t: Words
  language: Language
  methods: readonly PaymentMethod[]
  severalDesks: boolean
}) {
  const sorted = (name: string) => ({
    header: ({ column }: HeaderContext) => (
      <SortedHeader name={name} sorted={column.getIsSorted()} />
    ),
    enableSorting: true,
    sortAscLabel: "1-9",
    sortDescLabel: "9-1",
  })
  const none = <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return [
    helper.accessor("number", {
      ...sorted(t("payments.number")),
      cell: ({ row }) => <InvoiceLink id={row.original.id} number={row.original.number} />,
    }),
    helper.accessor("standing", {
      header: t("payments.state"),
      cell: ({ row }) => <StateCell invoice={row.original} />,
    }),
    helper.accessor("amount", {
      ...sorted(t("payments.amount")),
      align: "right",
      cell: ({ row: { original } }) => (
        <TwoLines
          right
          first={
            <span className="txt-compact-xsmall text-ui-fg-base tabular-nums">
              {formatUzs(original.amount, language)}
            </span>
          }
          second={original.part && partInWords(t, original.part)}
        />
      ),
    }),
    helper.accessor("paid_at", {
      ...sorted(t("payments.paid_sum")),
      align: "right",
      cell: ({ row: { original } }) => (
        <TwoLines
          right
          first={<Sum of={original.paid ?? 0} none={none} />}
          second={original.paid_at !== null && <Moment at={original.paid_at} />}
        />
      ),
    }),
    helper.accessor("given_back", {
      header: t("payments.given_back"),
      align: "right",
      cell: ({ getValue }) => <Sum of={getValue()} none={none} />,
    }),
    helper.accessor("payment_system", {
      header: t("payments.system"),
      cell: ({ row: { original } }) =>
        original.payment_system === null && original.paid_at === null ? (
          none
        ) : (
          <PaymentSystem system={original.payment_system} methods={methods} />
        ),
    }),
    helper.accessor("order", {
      header: t("payments.customer"),
      cell: ({ row: { original } }) => <CustomerCell invoice={original} none={none} />,
    }),
    ...(severalDesks ? [helper.accessor("cash_desk", { header: t("payments.cash_desk") })] : []),
    helper.accessor("created_at", {
      ...sorted(t("payments.created")),
      cell: ({ getValue }) => <DayAndHour at={getValue()} />,
    }),
  ]
}

/** What the table itself does not say to a screen reader: which way it is sorted. */
const SortedHeader = ({ name, sorted }: { name: string; sorted: false | "asc" | "desc" }) => {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const order = sorted === "asc" ? "ascending" : "descending"
    place.current?.closest("th")?.setAttribute("aria-sort", sorted === false ? "none" : order)
  }, [sorted])
  return <span ref={place}>{name}</span>
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

/** In two lines, since a list has little room. */
const DayAndHour = ({ at }: { at: string }) => {
  const [day, hour] = formatMoment(at).split(" ")
  return (
    <time dateTime={at} className="tabular-nums">
      <TwoLines first={day} second={hour} />
    </time>
  )
}

/** The order and who paid for it. */
const CustomerCell = ({ invoice, none }: { invoice: Invoice; none: ReactNode }) => {
  const { order, customer_name: name, customer_phone: phone, email } = invoice
  const called = name ?? email
  if (order === null && called === null && phone === null) return none
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

const Sum = ({ of, none }: { of: number; none: ReactNode }) => {
  const { language } = useWords()
  // Small, so that three sums of eight digits fit a screen of 1,280 px beside each other.
  const sum = formatUzs(of, language)
  return of === 0 ? none : <span className="txt-compact-xsmall tabular-nums">{sum}</span>
}

const StateCell = ({ invoice: { standing, blocker } }: { invoice: Invoice }) => (
  <span className="flex flex-col items-start gap-y-1 py-2">
    <StateBadge standing={standing} />
    {blocker !== null && <Reason reason={blocker.reason} />}
  </span>
)

const Reason = ({ reason }: { reason: BlockerReason }) => {
  const { t } = useWords()
  return (
    <Text size="xsmall" leading="compact" className="text-ui-fg-subtle max-w-28 whitespace-normal">
      {t(`common.reason.${reason}`)}
    </Text>
  )
}
