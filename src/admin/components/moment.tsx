import { Tooltip } from "@medusajs/ui"
import { ago } from "../lib/ago"
import { formatMoment } from "../lib/format"
import { useWords } from "../lib/words"

/** A moment on Toshkent's clock, or a dash where there is none; how long ago it was when pointed at. */
export const Moment = ({ at }: { at: string | null }) => {
  const { t } = useWords()
  if (at === null) return <span className="text-ui-fg-subtle">{t("common.none")}</span>
  return <Known at={at} />
}

const Known = ({ at }: { at: string }) => (
  <Tooltip content={useAgo(at)}>
    <time dateTime={at} className="text-nowrap tabular-nums">
      {formatMoment(at)}
    </time>
  </Tooltip>
)

/** How long ago a moment was, with the exact time beside it. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {useAgo(at)} <span className="text-nowrap">· {formatMoment(at)}</span>
  </time>
)

function useAgo(at: string): string {
  const { t } = useWords()
  const { unit, count } = ago(at, new Date())
  return t(`common.ago.${unit}`, { count })
}
