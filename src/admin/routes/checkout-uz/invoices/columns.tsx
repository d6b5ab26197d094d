import { createDataTableColumnHelper, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { BlockerReason, Invoice } from "../../../../contract"
import { Moment } from "../../../components/moment"
import { PaymentSystem } from "../../../components/payment-system"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { StateBadge } from "../../../components/state-badge"
import { formatUzs } from "../../../lib/format"
import { useWords, type Language, type Words } from "../../../lib/words"
import { InvoiceLink, OrderLink } from "../links"

const helper = createDataTableColumnHelper<Invoice>()

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
  const sorted = (ascending: string, descending: string) => ({
    enableSorting: true,
    sortAscLabel: ascending,
    sortDescLabel: descending,
  })
  const none = <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return [
    helper.accessor("number", {
      header: t("payments.number"),
      ...sorted("1-9", "9-1"),
      cell: ({ row }) => <InvoiceLink id={row.original.id} number={row.original.number} />,
    }),
    helper.accessor("standing", {
      header: t("payments.state"),
      cell: ({ row }) => <StateCell invoice={row.original} />,
    }),
    helper.accessor("amount", {
      header: t("payments.amount"),
      align: "right",
      ...sorted("1-9", "9-1"),
      cell: ({ getValue }) => (
        <span className="text-ui-fg-base tabular-nums">{formatUzs(getValue(), language)}</span>
      ),
    }),
    helper.accessor("paid", {
      header: t("payments.paid_sum"),
      align: "right",
      cell: ({ getValue }) => <Sum of={getValue() ?? 0} none={none} />,
    }),
    helper.accessor("given_back", {
      header: t("payments.given_back"),
      align: "right",
      cell: ({ getValue }) => <Sum of={getValue()} none={none} />,
    }),
    helper.accessor("payment_system", {
      header: t("payments.payment_system"),
      cell: ({ getValue }) =>
        getValue() === null ? none : <PaymentSystem system={getValue()} methods={methods} />,
    }),
    helper.accessor("order", {
      header: t("payments.order"),
      cell: ({ row: { original } }) => (
        <span className="flex flex-col py-2">
          <OrderLink order={original.order} />
          {original.email !== null && (
            <span className="txt-compact-xsmall text-ui-fg-subtle inline-block max-w-40 truncate">
              {original.email}
            </span>
          )}
        </span>
      ),
    }),
    ...(severalDesks ? [helper.accessor("cash_desk", { header: t("payments.cash_desk") })] : []),
    helper.accessor("created_at", {
      header: t("payments.created"),
      ...sorted("1-9", "9-1"),
      cell: ({ getValue }) => <Moment at={getValue()} />,
    }),
    helper.accessor("paid_at", {
      header: t("payments.paid"),
      ...sorted("1-9", "9-1"),
      cell: ({ getValue }) => <Moment at={getValue()} />,
    }),
  ]
}

const Sum = ({ of, none }: { of: number; none: ReactNode }) => {
  const { language } = useWords()
  return of === 0 ? none : <span className="tabular-nums">{formatUzs(of, language)}</span>
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
    <Text size="xsmall" leading="compact" className="text-ui-fg-subtle w-40 whitespace-normal">
      {t(`common.reason.${reason}`)}
    </Text>
  )
}
