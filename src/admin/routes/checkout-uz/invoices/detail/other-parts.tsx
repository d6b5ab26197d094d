import { Text } from "@medusajs/ui"
import type { Invoice } from "../../../../../contract"
import { StateBadge } from "../../../../components/state-badge"
import { formatUzs } from "../../../../lib/format"
import { partInWords } from "../../../../lib/part-words"
import { useWords } from "../../../../lib/words"
import { InvoiceLink } from "../../invoice-link"
import { Part } from "./part"

/** What else its payment was to be paid by, each to be opened in its place. */
export const OtherParts = ({ parts }: { parts: readonly Invoice[] }) => {
  const { t, language } = useWords()
  if (parts.length === 0) return null
  return (
    <Part title={t("payments.other_parts")}>
      <ul className="flex flex-col gap-y-3">
        {parts.map(({ id, number, amount, part, standing, to_send: toSend }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div>
              <Text size="small" weight="plus" className="tabular-nums">
                {formatUzs(amount, language)}
              </Text>
              <Text as="div" size="small" className="text-ui-fg-subtle">
                {part && `${partInWords(t, part)} · `}
                <InvoiceLink id={id} number={number} />
              </Text>
            </div>
            <StateBadge standing={standing} toSend={toSend} />
          </li>
        ))}
      </ul>
    </Part>
  )
}
