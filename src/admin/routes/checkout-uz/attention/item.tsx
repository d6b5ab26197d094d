import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"

/** One thing to do: what happened, what to do, how much, for whom, and the buttons for it. */
export const Item = ({
  what,
  advice,
  amount,
  facts,
  actions,
}: {
  what: string
  advice: string
  amount: number
  facts: { name: string; value: ReactNode }[]
  actions: ReactNode
}) => {
  const { language } = useWords()
  return (
    <li className="flex flex-col gap-x-8 gap-y-3 px-6 py-4 lg:flex-row lg:items-start lg:justify-between">
      <div className="flex min-w-0 flex-col gap-y-2">
        <div className="flex flex-col gap-y-1">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="txt-compact-medium-plus tabular-nums">
              {formatUzs(amount, language)}
            </span>
            <Text size="small" leading="compact" weight="plus">
              {what}
            </Text>
          </div>
          <Text size="small" className="text-ui-fg-subtle max-w-2xl">
            {advice}
          </Text>
        </div>
        <dl className="txt-compact-small flex flex-wrap gap-x-4 gap-y-1">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex min-w-0 items-center gap-x-1.5">
              <dt className="text-ui-fg-subtle shrink-0">{name}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="shrink-0">{actions}</div>
    </li>
  )
}
