import { formatServiceMoment } from "../../../../contract"
import { clx } from "@medusajs/ui"
import { Moment } from "../../../components/moment"
import { StateBadge } from "../../../components/state-badge"
import { formatUzs } from "../../../lib/format"
import { serviceStatusInWords } from "../../../lib/service-status"
import { useWords } from "../../../lib/words"
import { useInvoicePanel } from "../address"
import { Differences } from "./differences"
import { differs, type Row } from "./differs"

type Props = { rows: readonly Row[]; theirs: boolean; ours: boolean }

/** The rows of one group on a phone, where a table has no room: nothing of them is cut off. */
export const PhoneRows = ({ rows, theirs, ours }: Props) => (
  <ul className="divide-y">
    {rows.map((row) => (
      <li key={row.number} className={clx(theirs && ours && differs(row) && "bg-ui-tag-orange-bg")}>
        <Pressed id={row.invoice?.id}>
          <Facts row={row} theirs={theirs} ours={ours} />
        </Pressed>
      </li>
    ))}
  </ul>
)

const SHAPE = "flex w-full flex-col gap-y-1 px-6 py-3 text-left"

/** Opens the invoice, where the store has one. */
const Pressed = ({ id, children }: { id: string | undefined; children: React.ReactNode }) => {
  const { open } = useInvoicePanel()
  if (id === undefined) return <div className={SHAPE}>{children}</div>
  return (
    <button
      type="button"
      className={clx(
        SHAPE,
        "transition-fg hover:bg-ui-bg-base-hover focus-visible:bg-ui-bg-base-hover outline-none"
      )}
      onClick={() => {
        open(id)
      }}
    >
      {children}
    </button>
  )
}

const Facts = ({ row, theirs, ours }: { row: Row; theirs: boolean; ours: boolean }) => {
  const { t, language } = useWords()
  const { invoice } = row
  const order = invoice?.order_number ?? null
  const status = serviceStatusInWords(t, row.service_status)
  const said = [
    status,
    row.service_paid_at === null ? null : formatServiceMoment(row.service_paid_at),
  ].filter(Boolean)
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="txt-compact-medium-plus tabular-nums">
          {formatUzs(row.amount, language)}
        </span>
        {ours && invoice !== null && <StateBadge standing={invoice.standing} />}
      </span>
      <Differences row={row} />
      <span className="txt-compact-small text-ui-fg-subtle tabular-nums">
        {[row.number, order !== null && `#${order}`].filter(Boolean).join(" · ")}
      </span>
      {ours && (
        <span className="txt-compact-small text-ui-fg-subtle">
          {t("payments.report.our_state")}: <Moment at={invoice?.paid_at ?? null} />
        </span>
      )}
      {theirs && said.length > 0 && (
        <span className="txt-compact-small text-ui-fg-subtle">
          {t("payments.report.service_status")}: {said.join(" · ")}
        </span>
      )}
    </>
  )
}
