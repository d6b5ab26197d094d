import { Button } from "@medusajs/ui"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { byPaymentSystem, paymentSystemInWords } from "../../../lib/payment-systems"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { CreatedFilter } from "./created-filter"
import { ManyFilter } from "./many-filter"
import { NOT_NARROWED, STANDINGS, type Narrowing } from "./narrowing"

/** What the list can be narrowed to. Medusa's own filter bar has English words and nameless buttons. */
export const Filters = ({
  narrowing,
  desks,
  systems,
  methods,
}: {
  narrowing: Narrowing
  desks: string[]
  systems: string[]
  methods: readonly PaymentMethod[]
}) => {
  const { t } = useWords()
  const { go } = useAddress()
  const { standing, payment_system, cash_desk, from, to } = narrowing
  const choose = (name: string) => (chosen: readonly string[]) => {
    go({ [name]: chosen.join(","), offset: undefined })
  }
  const any = [standing, payment_system, cash_desk].some(({ length }) => length > 0) || from || to
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-6 py-3">
      <ManyFilter
        label={t("payments.state")}
        options={STANDINGS.map((value) => ({ value, label: t(`common.standing.${value}`) }))}
        chosen={standing}
        choose={choose("standing")}
      />
      {systems.length > 0 && (
        <ManyFilter
          label={t("payments.payment_system")}
          options={systems.toSorted(byPaymentSystem).map((value) => ({
            value,
            label: paymentSystemInWords(t, value, methods.find(({ key }) => key === value)?.name),
          }))}
          chosen={payment_system}
          choose={choose("payment_system")}
        />
      )}
      {desks.length > 1 && (
        <ManyFilter
          label={t("payments.cash_desk")}
          options={desks.map((value) => ({ value, label: value }))}
          chosen={cash_desk}
          choose={choose("cash_desk")}
        />
      )}
      <CreatedFilter
        from={from}
        to={to}
        choose={(range) => {
          go({ ...range, offset: undefined })
        }}
      />
      {any && (
        <Button
          size="small"
          variant="transparent"
          type="button"
          className="text-ui-fg-subtle"
          onClick={() => {
            // What is searched for stays: it has a field of its own.
            go({ ...NOT_NARROWED, q: narrowing.q, offset: undefined })
          }}
        >
          {t("payments.invoices.clear")}
        </Button>
      )}
    </div>
  )
}
