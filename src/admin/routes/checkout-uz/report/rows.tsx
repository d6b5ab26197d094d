import { formatServiceMoment } from "../../../../contract"
import { Button, clx, Table } from "@medusajs/ui"
import { useState } from "react"
import { Moment } from "../../../components/moment"
import { StateBadge } from "../../../components/state-badge"
import { formatUzs } from "../../../lib/format"
import { serviceStatusInWords } from "../../../lib/service-status"
import { useIsPhone } from "../../../lib/use-phone"
import { useWords } from "../../../lib/words"
import { OrderLink } from "../../../components/order-link"
import { InvoiceLink } from "../invoice-link"
import { useInvoicePanel } from "../address"
import { usePagingWords } from "../paging-words"
import { Differences } from "./differences"
import { differs, type Row } from "./differs"
import { PhoneRows } from "./phone-rows"

const PAGE_SIZE = 20

/** The rows of one group, with what each side knows. */
export const Rows = ({
  group,
  rows,
}: {
  group: "both" | "only_service" | "only_ours"
  rows: Row[]
}) => {
  const { t } = useWords()
  const [turnedTo, setPage] = useState(0)
  const [unfolded, setUnfolded] = useState(false)
  // What differs comes first; what matches is folded, since nobody has to look at it.
  const differing = group === "both" ? rows.filter(differs) : rows
  const matching = group === "both" ? rows.filter((row) => !differs(row)) : []
  const shown = unfolded ? [...differing, ...matching] : differing
  const pages = Math.ceil(shown.length / PAGE_SIZE)
  // The same report, run again, may have fewer rows.
  const page = Math.max(0, Math.min(turnedTo, pages - 1))
  const words = usePagingWords()
  const ours = group !== "only_service"
  const theirs = group !== "only_ours"
  const isPhone = useIsPhone()
  const onPage = shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return (
    <>
      {shown.length > 0 &&
        (isPhone ? (
          <PhoneRows rows={onPage} theirs={theirs} ours={ours} />
        ) : (
          <ReportTable group={group} rows={onPage} theirs={theirs} ours={ours} />
        ))}
      {matching.length > 0 && (
        <div className="px-6 py-3">
          <Button
            size="small"
            variant="transparent"
            type="button"
            aria-expanded={unfolded}
            onClick={() => {
              setUnfolded(!unfolded)
            }}
          >
            {unfolded
              ? t("payments.report.hide_matching")
              : t("payments.report.show_matching", { count: matching.length })}
          </Button>
        </div>
      )}
      {pages > 1 && (
        <Table.Pagination
          count={shown.length}
          pageSize={PAGE_SIZE}
          pageIndex={page}
          pageCount={pages}
          canPreviousPage={page > 0}
          canNextPage={page + 1 < pages}
          previousPage={() => {
            setPage(page - 1)
          }}
          nextPage={() => {
            setPage(page + 1)
          }}
          translations={words}
        />
      )}
    </>
  )
}

/** The rows with what each side knows of them, side by side. */
const ReportTable = ({
  group,
  rows,
  theirs,
  ours,
}: {
  group: "both" | "only_service" | "only_ours"
  rows: readonly Row[]
  theirs: boolean
  ours: boolean
}) => {
  const { t } = useWords()
  return (
    <div
      className="overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label={t(`payments.report.${group}`)}
    >
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("payments.number")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("payments.amount")}</Table.HeaderCell>
            {theirs && (
              <>
                <Table.HeaderCell>{t("payments.report.service_status")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payments.report.service_paid_at")}</Table.HeaderCell>
              </>
            )}
            {ours && (
              <>
                <Table.HeaderCell>{t("payments.report.our_state")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payments.order")}</Table.HeaderCell>
                <Table.HeaderCell>{t("payments.report.our_paid_at")}</Table.HeaderCell>
              </>
            )}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <ReportRow key={row.number} row={row} theirs={theirs} ours={ours} />
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

const ReportRow = ({ row, theirs, ours }: { row: Row; theirs: boolean; ours: boolean }) => {
  const { t, language } = useWords()
  const { invoice } = row
  const none = t("common.none")
  const { open } = useInvoicePanel()
  return (
    <Table.Row
      className={clx("[&>td]:whitespace-nowrap", {
        "bg-ui-tag-orange-bg": theirs && ours && differs(row),
        "cursor-pointer": invoice !== null,
      })}
      {...(invoice === null
        ? {}
        : {
            onClick: () => {
              open(invoice.id)
            },
          })}
    >
      <Table.Cell className="tabular-nums">
        {invoice === null ? row.number : <InvoiceLink id={invoice.id} number={row.number} />}
      </Table.Cell>
      <Table.Cell className="text-ui-fg-base text-right tabular-nums">
        <span className="flex flex-col items-end gap-y-0.5 py-1">
          {formatUzs(row.amount, language)}
          <Differences row={row} />
        </span>
      </Table.Cell>
      {theirs && (
        <>
          <Table.Cell>{serviceStatusInWords(t, row.service_status) ?? none}</Table.Cell>
          <Table.Cell className="tabular-nums">
            {row.service_paid_at === null ? none : formatServiceMoment(row.service_paid_at)}
          </Table.Cell>
        </>
      )}
      {ours && (
        <>
          <Table.Cell>
            {invoice === null ? none : <StateBadge standing={invoice.standing} />}
          </Table.Cell>
          <Table.Cell>
            <OrderLink
              order={
                invoice?.order_id
                  ? { id: invoice.order_id, display_id: invoice.order_number }
                  : null
              }
            />
          </Table.Cell>
          <Table.Cell>
            <Moment at={invoice?.paid_at ?? null} />
          </Table.Cell>
        </>
      )}
    </Table.Row>
  )
}
