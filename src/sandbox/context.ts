import type { Request } from "express"
import type { State } from "./core/state"
import type { Instant } from "./core/time"
import type { Announce, Later } from "./webhooks"

/** What every route of the sandbox works with. */
export type Context = {
  state: State
  /** The sandbox's clock, which `POST /sandbox/clock` moves forward. */
  now: () => Instant
  /** Sends the webhooks of an invoice that was just paid; returns at once. */
  announce: Announce
  /** Does something some seconds later, unless the sandbox stops before. */
  later: Later
  /** The address customers reach this sandbox at, without a trailing slash. */
  publicUrl: (request: Request) => string
  /** The key of the first cash desk, also after a reset. */
  firstKey: string
}
