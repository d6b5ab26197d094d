import type { errorStatus } from "../assumptions"

/** Why something was not done; the kinds are those the service answers with different statuses. */
export type Refusal = { ok: false; kind: keyof typeof errorStatus; message: string }
export type Outcome<T> = { ok: true; value: T } | Refusal

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refuse = (kind: Refusal["kind"], message: string): Refusal => ({
  ok: false,
  kind,
  message,
})
