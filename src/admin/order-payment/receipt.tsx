import { Button, Skeleton, Text } from "@medusajs/ui"
import { Failure } from "../components/failure"
import { QrCode } from "../components/qr-code"
import { useWords } from "../lib/words"
import { useReceipt } from "./queries"
import { readableName } from "./readable-name"

/** The fiscal receipt, as whatever names and values the service has for it. */
export const Receipt = ({ invoiceId }: { invoiceId: string }) => {
  const { t } = useWords()
  const { data, error, isFetching, refetch } = useReceipt(invoiceId, true)
  const again = () => void refetch()
  if (!data && error) return <Failure error={error} retry={again} />
  if (!data) return <Skeleton className="h-24 w-full" aria-label={t("common.loading")} />
  const { receipt, problem } = data
  if (receipt === null) {
    return (
      <div
        role="status"
        className="bg-ui-bg-component flex flex-col items-start gap-y-2 rounded-lg p-3"
      >
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {problem ? t(`common.problem.${problem.code}`) : t("order.receipt.not_yet")}
        </Text>
        <Button size="small" variant="secondary" isLoading={isFetching} onClick={again}>
          {t("common.actions.retry")}
        </Button>
      </div>
    )
  }
  const link = receipt.find((row) => row.link !== null)?.link
  return (
    <div className="bg-ui-bg-component shadow-borders-base flex flex-col gap-y-3 rounded-lg p-3">
      <Text size="small" leading="compact" weight="plus">
        {t("order.receipt.title")}
      </Text>
      <dl className="txt-small text-ui-fg-subtle grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">
        {receipt.map((row) => (
          <Row key={row.name} {...row} />
        ))}
      </dl>
      {link !== undefined && link !== null && <QrCode text={link} label={t("order.receipt.qr")} />}
    </div>
  )
}

const Row = ({ name, value, link }: { name: string; value: string; link: string | null }) => (
  <>
    <dt className="break-words" title={name}>
      {readableName(name)}
    </dt>
    <dd className="text-ui-fg-base min-w-0 break-all">
      {link === null ? (
        value
      ) : (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="text-ui-fg-base hover:text-ui-fg-subtle focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none"
        >
          {value}
        </a>
      )}
    </dd>
  </>
)
