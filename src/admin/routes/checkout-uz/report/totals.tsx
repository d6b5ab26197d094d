import { clx, Container, Heading } from "@medusajs/ui"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import { inTiyin, WORDS_FOR, type Bridge } from "./bridge"

/**
 * The service's total, what leads from it to the store's, and the store's, as an accountant writes them; and
 * the overview's, which counts by another day, where it is another one.
 */
export const Totals = ({
  bridge: { service, lines, store, unbooked },
  overview,
}: {
  bridge: Bridge
  overview: number | undefined
}) => {
  const { t, language } = useWords()
  const line = (name: string, amount: string, strong = false) => (
    <div
      key={name}
      className={clx(
        "flex items-baseline justify-between gap-x-4 px-6 py-2.5",
        strong ? "txt-compact-small-plus" : "txt-compact-small text-ui-fg-subtle"
      )}
    >
      <dt>{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  )
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {lines.length === 0 ? t("payments.report.bridge.match") : t("payments.report.bridge.title")}
      </Heading>
      <dl className="max-w-2xl divide-y">
        {line(t("payments.report.bridge.service"), formatUzs(service, language), true)}
        {lines.map(({ why, amount }) =>
          line(t(WORDS_FOR[why]), `${amount > 0 ? "+" : ""}${formatUzs(amount, language)}`)
        )}
        {line(t("payments.report.bridge.store"), formatUzs(store, language), true)}
        {unbooked > 0 && line(t("payments.report.bridge.unbooked"), formatUzs(unbooked, language))}
        {overview !== undefined &&
          inTiyin(overview) !== store &&
          line(t("payments.report.bridge.overview"), formatUzs(overview, language))}
      </dl>
    </Container>
  )
}
