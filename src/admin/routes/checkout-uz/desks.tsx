import { Label, Select } from "@medusajs/ui"
import { useQueries, useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { cashDesksAnswerSchema, type CashDesk } from "../../../contract"
import { ask } from "../../lib/ask"
import { paymentMethodsQuery, type PaymentMethod } from "../../lib/payment-methods"
import { useWords } from "../../lib/words"
import { useAddress } from "./address"

/** The cash desks, and the one the address names, else the first. */
export function useDesks() {
  const { params } = useAddress()
  const query = useQuery({
    queryKey: ["checkout-uz", "cash-desks"],
    queryFn: () => ask(cashDesksAnswerSchema, "/cash-desks"),
  })
  const desks = query.data?.cash_desks ?? []
  const chosen = desks.find(({ handle }) => handle === params.get("desk")) ?? desks[0]
  return { ...query, desks, chosen }
}

/** The payment systems of all cash desks, with their logos where the service could be asked. */
export function usePaymentMethodsOfAll(): readonly PaymentMethod[] {
  const { desks } = useDesks()
  return useQueries({
    queries: desks.map(({ handle }) => paymentMethodsQuery(handle)),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
}

/** Which cash desk to look at; nothing where there is one only. */
export const DeskSelect = ({ desks, chosen }: { desks: CashDesk[]; chosen: CashDesk }) => {
  const { t } = useWords()
  const { go } = useAddress()
  const id = useId()
  if (desks.length < 2) return null
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="xsmall" weight="plus" className="text-ui-fg-subtle">
        {t("payments.cash_desk")}
      </Label>
      <Select
        size="small"
        value={chosen.handle}
        onValueChange={(handle) => {
          go({ desk: handle })
        }}
      >
        <Select.Trigger id={id} className="w-44">
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {desks.map(({ handle }) => (
            <Select.Item key={handle} value={handle}>
              {handle}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  )
}
