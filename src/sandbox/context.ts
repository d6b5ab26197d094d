import type { Request } from "express"
import type { Schedule } from "./core/schedule"
import type { State } from "./core/state"
import type { Instant } from "./core/time"
import type { Announce } from "./webhooks"

/** What every route of the sandbox works with. */
export type Context = {
  state: State
  /** The sandbox's clock, which `POST /sandbox/clock` moves forward. */
  now: () => Instant
  /** Sends the webhooks of an invoice that was just paid; returns at once. */
  announce: Announce
  /** What is to happen later, unless the sandbox is emptied or stops before. */
  schedule: Schedule
  /** The address customers reach this sandbox at, without a trailing slash. */
  publicUrl: (request: Request) => string
  /** The key of the first cash desk, also after a reset. */
  firstKey: string
}
