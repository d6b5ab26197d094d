import { clx, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { formatUzs } from "../../../lib/format"
import { Details } from "../../../components/details"
import { useWords } from "../../../lib/words"

/** `wide`: on lines of its own. */
type Fact = { name: string; value: ReactNode; wide?: boolean }

/** One thing to do: what happened, what to do, how much, for whom, and the buttons for it. */
export const Item = ({
  what,
  why,
  advice,
  error = null,
  amount,
  facts,
  actions,
}: {
  what: string
  /** What is behind it, in a sentence. */
  why?: string | undefined
  advice: string
  /** What the server alone knows of it, in English. */
  error?: string | null
  amount: number
  facts: (Fact | false | null)[]
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
          {why !== undefined && (
            <Text size="small" className="max-w-2xl">
              {why}
            </Text>
          )}
          <Text size="small" className="text-ui-fg-subtle max-w-2xl">
            {advice}
          </Text>
          {error !== null && <Details text={error} />}
        </div>
        <dl className="txt-compact-small flex flex-wrap gap-x-4 gap-y-1">
          {facts
            .filter((fact) => fact !== false && fact !== null)
            .map(({ name, value, wide = false }) => (
              <div
                key={name}
                className={clx("flex min-w-0 items-baseline gap-x-1.5", wide && "w-full")}
              >
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
