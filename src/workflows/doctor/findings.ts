import type { Finding, FindingId } from "../../contract"

/** Nothing to do. */
export function fine(id: FindingId, message: string): Finding {
  return { id, severity: "ok", message, fix: null }
}

/** Payments do not work until it is mended. */
export function wrong(id: FindingId, message: string, fix: string): Finding {
  return { id, severity: "error", message, fix }
}

/** Payments work, and something is worse than it need be. */
export function doubtful(id: FindingId, message: string, fix: string): Finding {
  return { id, severity: "warning", message, fix }
}
