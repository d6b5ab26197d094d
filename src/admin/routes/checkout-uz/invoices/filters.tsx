import { Button } from "@medusajs/ui"
import { onePaymentSystem, UNNAMED_SYSTEM } from "../../../../contract"
import type { PaymentMethod } from "../../../lib/payment-methods"
import { byPaymentSystem, methodOf, paymentSystemInWords } from "../../../lib/payment-systems"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { DaysFilter } from "./days-filter"
import { ManyFilter } from "./many-filter"
import { isNarrowed, NOT_NARROWED, STANDINGS, type Narrowing } from "./narrowing"

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
  const { params, go } = useAddress()
  const { standing, payment_system, cash_desk, from, to, paid_from, paid_to } = narrowing
  const choose = (name: string) => (chosen: readonly string[]) => {
    go({ [name]: chosen.join(","), offset: undefined })
  }
  const any = isNarrowed({ ...narrowing, q: "" })
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
          options={[
            ...[...new Set(systems.map(onePaymentSystem))].sort(byPaymentSystem).map((value) => ({
              value,
              label: paymentSystemInWords(t, value, methodOf(methods, value)?.name),
            })),
            { value: UNNAMED_SYSTEM, label: paymentSystemInWords(t, null) },
          ]}
          chosen={[...new Set(payment_system.map(onePaymentSystem))]}
          choose={(chosen) => {
            const all = [...systems, UNNAMED_SYSTEM]
            const keys = all.filter((key) => chosen.includes(onePaymentSystem(key)))
            choose("payment_system")(keys)
          }}
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
      <DaysFilter
        label={t("payments.invoices.created_on")}
        from={from}
        to={to}
        pressed={params.get("range")}
        choose={(ends, preset) => {
          go({ ...ends, range: preset, offset: undefined })
        }}
      />
      <DaysFilter
        label={t("payments.invoices.paid_on")}
        from={paid_from}
        to={paid_to}
        pressed={params.get("paid_range")}
        choose={(ends, preset) => {
          go({ paid_from: ends.from, paid_to: ends.to, paid_range: preset, offset: undefined })
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
