import type { Settings } from "../../../../contract"
import { wordsForFailure } from "../../../lib/failure"
import { useWords } from "../../../lib/words"
import { type SettingsChange, useChangeSettings } from "./queries"
import { tell } from "../../../lib/tell"

/** Saves one of the settings, or gives it back to the configuration, and says how it went. */
export function useChoose<Name extends keyof Settings>(name: Name) {
  const { t } = useWords()
  const change = useChangeSettings({
    onSuccess: () => tell.success(t("settings.choices.saved")),
    onError: (error) => tell.error(wordsForFailure(t, error, "change")),
  })
  const save = (value: NonNullable<SettingsChange[Name]> | null) => {
    change.mutate({ [name]: value })
  }
  return {
    save,
    back: () => {
      save(null)
    },
    isPending: change.isPending,
    /** What is being saved: shown at once, gone again where saving fails. */
    underWay: change.isPending ? change.variables[name] : undefined,
  }
}
