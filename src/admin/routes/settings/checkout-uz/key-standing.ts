import type { CashDesk } from "../../../../contract"

/** Problems with which not even a question to the service can be asked. */
const WITHOUT_A_KEY = ["no_key", "no_encryption_key"]

/** How a cash desk's API key stands: there is one only where it can also be used. */
export function keyStanding({
  key,
  health,
}: {
  key: Pick<CashDesk["key"], "source">
  health: Pick<CashDesk["health"], "last_problem" | "refused_since">
}): "missing" | "cannot_be_used" | "refused" | "is_set" {
  if (key.source === "none") return "missing"
  if (WITHOUT_A_KEY.includes(health.last_problem?.code ?? "")) return "cannot_be_used"
  return health.refused_since === null ? "is_set" : "refused"
}
