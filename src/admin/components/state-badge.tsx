import { StatusBadge, Tooltip } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { useWords } from "../lib/words"

const COLORS = {
  pending: "blue",
  lapsed: "grey",
  closed: "grey",
  paid: "orange",
  settled: "green",
  held: "red",
  returned: "purple",
} as const

/** Where an invoice stands, in one word; its meaning in a sentence when pointed at. */
export const StateBadge = ({ state }: { state: Invoice["state"] }) => {
  const { t } = useWords()
  return (
    <Tooltip content={t(`common.state_hint.${state}`)}>
      <StatusBadge color={COLORS[state]} className="text-nowrap">
        {t(`common.state.${state}`)}
      </StatusBadge>
    </Tooltip>
  )
}
