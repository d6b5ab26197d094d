import { Refusal } from "./refusal"
import type { Words } from "./words"

/** Why something could not be read or done, in a sentence for the person in front of the screen. */
export function wordsForFailure(
  t: Words,
  error: unknown,
  doing: "read" | "change" = "read"
): string {
  if (!(error instanceof Refusal)) return t("common.failed_hint")
  if (error.status === 403) {
    return doing === "read" ? t("common.forbidden") : t("common.forbidden_change")
  }
  if (error.status === 401) return t("common.logged_out")
  if (error.code !== undefined) return t(`common.problem.${error.code}`)
  if (error.status === 404) return t("common.gone")
  if (error.status === 409) return t("common.problem.not_possible")
  return error.status >= 500 ? t("common.server_failed") : t("common.refused")
}

/** The server's own message, in English: it names the day, the desk, the address. */
export function sentenceBehind(error: unknown): string | undefined {
  if (!(error instanceof Refusal) || [401, 403].includes(error.status)) return undefined
  return error.message === "" ? undefined : error.message
}
