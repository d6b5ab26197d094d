import { StatusBadge, Tooltip } from "@medusajs/ui"
import type { Invoice } from "../../contract"
import { useWords } from "../lib/words"

const COLORS = {
  pending: "blue",
  expired: "grey",
  closed: "grey",
  paid: "orange",
  settled: "green",
  returned: "purple",
} as const

type Props = {
  state: Invoice["state"]
  /** What is in the way of its paid money, where that is known. */
  blocker?: Invoice["blocker"]
}

/** Where an invoice stands, in one word; its meaning in a sentence when pointed at. */
export const StateBadge = ({ state, blocker = null }: Props) => {
  const { t } = useWords()
  const blocked = blocker !== null
  return (
    <Tooltip content={blocked ? t("common.needs_you_hint") : t(`common.state_hint.${state}`)}>
      <StatusBadge color={blocked ? "red" : COLORS[state]} className="text-nowrap">
        {blocked ? t("common.needs_you") : t(`common.state.${state}`)}
      </StatusBadge>
    </Tooltip>
  )
}
