import { Button, Skeleton, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useState, type ReactNode } from "react"
import { receiptAnswerSchema, type ReceiptRow } from "../../contract"
import { ask } from "../lib/ask"
import { readableName, readableValue, readReceipt } from "../lib/receipt"
import { useWords } from "../lib/words"
import { Failure } from "./failure"
import { QrCode } from "./qr-code"
import { TextLink } from "./text-link"

type Props = {
  invoiceId: string
  /** Where it stands under a heading of that name. */
  untitled?: boolean
}

/** The fiscal receipt, once somebody wants it: the service has it some time after the money. */
export const FiscalReceipt = (props: Props) => {
  const { t } = useWords()
  const [wanted, setWanted] = useState(false)
  if (wanted) return <Receipt {...props} />
  return (
    <Button
      size="small"
      variant="secondary"
      type="button"
      className="self-start"
      onClick={() => {
        setWanted(true)
      }}
    >
      {t("common.receipt.show")}
    </Button>
  )
}

const Receipt = ({ invoiceId, untitled = false }: Props) => {
  const { t } = useWords()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["checkout-uz", "receipt", invoiceId],
    queryFn: () => ask(receiptAnswerSchema, `/invoices/${encodeURIComponent(invoiceId)}/receipt`),
  })
  const again = () => void refetch()
  if (!data && error) return <Failure error={error} retry={again} />
  if (!data) return <Skeleton className="h-24 w-full" aria-label={t("common.loading")} />
  if (data.receipt !== null) return <Paper rows={data.receipt} untitled={untitled} />
  return (
    <div
      role="status"
      className="bg-ui-bg-component flex w-full flex-col items-start gap-y-2 rounded-lg p-3"
    >
      <Text size="small" className="text-ui-fg-subtle text-pretty">
        {data.problem ? t(`common.problem.${data.problem.code}`) : t("common.receipt.not_yet")}
      </Text>
      <Button size="small" variant="secondary" isLoading={isFetching} onClick={again}>
        {t("common.actions.retry")}
      </Button>
    </div>
  )
}

const Paper = ({ rows, untitled }: { rows: readonly ReceiptRow[]; untitled: boolean }) => {
  const { t, language } = useWords()
  const { known, others, link } = readReceipt(rows)
  return (
    <div className="bg-ui-bg-component shadow-borders-base flex w-full flex-col gap-y-3 rounded-lg p-3">
      {!untitled && (
        <Text size="small" leading="compact" weight="plus">
          {t("common.receipt.title")}
        </Text>
      )}
      <Rows>
        {known.map(({ fact, row }) => (
          <Row
            key={row.name}
            {...row}
            value={readableValue(fact, row.value, language)}
            called={t(`common.receipt.${fact}`)}
          />
        ))}
        {known.length === 0 && others.map((row) => <Row key={row.name} {...row} />)}
      </Rows>
      {link !== undefined && <QrCode text={link} label={t("common.receipt.qr")} />}
      {known.length > 0 && others.length > 0 && (
        <details className="txt-small">
          <summary className="text-ui-fg-subtle focus-visible:shadow-borders-focus cursor-pointer rounded-sm outline-none">
            {t("common.receipt.others")}
          </summary>
          <div className="pt-2">
            <Rows>
              {others.map((row) => (
                <Row key={row.name} {...row} />
              ))}
            </Rows>
          </div>
        </details>
      )}
    </div>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <dl className="txt-small text-ui-fg-subtle grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">
    {children}
  </dl>
)

const Row = ({ name, value, link, called }: ReceiptRow & { called?: string }) => (
  <>
    <dt className="break-words" title={name}>
      {called ?? readableName(name)}
    </dt>
    <dd className="text-ui-fg-base min-w-0 break-all">
      {link === null ? (
        value
      ) : (
        <TextLink href={link} wrapped="anywhere">
          {value}
        </TextLink>
      )}
    </dd>
  </>
)
