import { Button, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { receiptAnswerSchema, type InvoiceDetail } from "../../../../../contract"
import { ask } from "../../../../lib/ask"
import { wordsForFailure } from "../../../../lib/failure"
import { useWords } from "../../../../lib/words"
import { Part } from "./part"

const HAS_MONEY: readonly InvoiceDetail["state"][] = ["paid", "settled", "returned"]

/** The fiscal receipt, which the service is asked for on demand: it comes some time after the money. */
export const Receipt = ({ invoice: { id, state } }: { invoice: InvoiceDetail }) => {
  const { t } = useWords()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => ask(receiptAnswerSchema, `/invoices/${id}/receipt`),
  })
  if (!HAS_MONEY.includes(state)) return null
  const problem = data?.problem
  return (
    <Part title={t("payments.receipt.title")}>
      <div role="status" className="empty:hidden">
        {error && <Complaint words={wordsForFailure(t, error)} />}
        {problem && <Complaint words={t(`common.problem.${problem.code}`)} />}
        {data && !problem && data.receipt === null && (
          <Text size="small" className="text-ui-fg-subtle">
            {t("payments.receipt.none")}
          </Text>
        )}
      </div>
      {data?.receipt && (
        <dl className="divide-y rounded-lg border">
          {data.receipt.map(({ name, value, link }) => (
            <div key={name} className="txt-compact-small grid grid-cols-2 gap-x-4 px-3 py-2">
              <dt className="text-ui-fg-subtle break-words">{name}</dt>
              <dd className="break-all">
                {link === null ? (
                  value
                ) : (
                  <a
                    href={link}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="text-ui-fg-base decoration-ui-border-strong underline underline-offset-4"
                  >
                    {value}
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div>
        <Button
          size="small"
          variant="secondary"
          type="button"
          isLoading={isPending}
          onClick={() => {
            mutate()
          }}
        >
          {data ? t("payments.receipt.again") : t("payments.receipt.get")}
        </Button>
      </div>
    </Part>
  )
}

const Complaint = ({ words }: { words: string }) => (
  <Text size="small" className="text-ui-fg-error">
    {words}
  </Text>
)
