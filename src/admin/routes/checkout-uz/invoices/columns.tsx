import { createDataTableColumnHelper } from "@medusajs/ui"
import type { Invoice } from "../../../../contract"
import { useWords } from "../../../lib/words"
import {
  AmountCell,
  CreatedCell,
  CustomerCell,
  GivenBackCell,
  NumberCell,
  PaidCell,
  PaymentSystemCell,
  SortedHeader,
  StateCell,
} from "./cells"

type HeaderContext = { column: { getIsSorted: () => false | "asc" | "desc" } }
type Name =
  | "amount"
  | "cash_desk"
  | "created"
  | "customer"
  | "given_back"
  | "number"
  | "paid_sum"
  | "state"
  | "system"

const helper = createDataTableColumnHelper<Invoice>()

const Words = ({ of: name }: { of: Name }) => {
  const { t } = useWords()
  return <>{t(`payments.${name}`)}</>
}

const named = (name: Name) => ({ header: () => <Words of={name} /> })

const sortable = (name: Name) => ({
  header: ({ column }: HeaderContext) => (
    <SortedHeader sorted={column.getIsSorted()}>
      <Words of={name} />
    </SortedHeader>
  ),
  enableSorting: true,
  sortAscLabel: "1-9",
  sortDescLabel: "9-1",
})

// Made once: another function is another component to React, which takes away what is being pressed.
const MOST = [
  helper.accessor("number", { ...sortable("number"), cell: NumberCell }),
  helper.accessor("standing", { ...named("state"), cell: StateCell }),
  helper.accessor("amount", { ...sortable("amount"), align: "right", cell: AmountCell }),
  helper.accessor("paid_at", { ...sortable("paid_sum"), align: "right", cell: PaidCell }),
  helper.accessor("given_back", { ...named("given_back"), align: "right", cell: GivenBackCell }),
  helper.accessor("payment_system", { ...named("system"), cell: PaymentSystemCell }),
  helper.accessor("order", { ...named("customer"), cell: CustomerCell }),
]
const CREATED = helper.accessor("created_at", { ...sortable("created"), cell: CreatedCell })

/** The columns of the list of invoices, of a store with one cash desk. */
export const COLUMNS = [...MOST, CREATED]

/** The same where the store has several cash desks. */
export const COLUMNS_WITH_DESK = [
  ...MOST,
  helper.accessor("cash_desk", named("cash_desk")),
  CREATED,
]
