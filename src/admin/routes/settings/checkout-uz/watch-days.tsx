import type { Settings } from "../../../../contract"
import { useWords } from "../../../lib/words"
import { WholeNumber } from "./whole-number"

/** For how long an unpaid invoice is still asked about. */
export const WatchDays = ({ setting }: { setting: Settings["watch_days"] }) => {
  const { t } = useWords()
  return (
    <WholeNumber
      name="watch_days"
      setting={setting}
      title={t("settings.watch.title")}
      hint={t("settings.watch.hint")}
      unit={(count) => t("settings.watch.days", { count })}
    />
  )
}
