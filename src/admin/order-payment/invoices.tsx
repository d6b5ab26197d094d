import { TriangleRightMini } from "@medusajs/icons"
import { useId, useState } from "react"
import type { Invoice } from "../../contract"
import { useWords } from "../lib/words"
import { arrange, type Payment } from "./arrange"
import { InvoiceCard } from "./invoice-card"
import { PartsCard } from "./parts-card"

type Props = {
  invoices: readonly Invoice[]
  /** The invoice of the payment link beneath. */
  linked: string | undefined
}

/** The order's invoices: what matters open, the others folded. */
export const Invoices = ({ invoices, linked }: Props) => {
  const { t } = useWords()
  const [unfolded, setUnfolded] = useState(false)
  const list = useId()
  const { open, folded } = arrange(invoices)
  const card = ({ id, invoices: [first, ...others] }: Payment) =>
    id === first.id ? (
      <InvoiceCard key={id} invoice={first} withLink={first.id !== linked} />
    ) : (
      <PartsCard key={id} parts={[first, ...others]} linked={linked} />
    )
  return (
    <>
      {open.map(card)}
      {folded.length > 0 && (
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={list}
          className="text-ui-fg-subtle hover:text-ui-fg-base hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus transition-fg txt-compact-small-plus flex w-full items-center gap-x-1 px-6 py-3 text-left outline-none"
          onClick={() => {
            setUnfolded(!unfolded)
          }}
        >
          <TriangleRightMini
            className={unfolded ? "rotate-90 transition-transform" : "transition-transform"}
          />
          {t("order.others", { count: folded.length })}
        </button>
      )}
      {folded.length > 0 && (
        <div id={list} hidden={!unfolded} className="divide-y">
          {unfolded && folded.map(card)}
        </div>
      )}
    </>
  )
}
