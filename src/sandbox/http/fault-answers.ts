import type { Response } from "express"
import { errorBody, serverErrorBody, statusErrorBody } from "../assumptions"
import type { Fault } from "../core/state"

/** What `slow` waits where the fault names no `delay_ms`. Milliseconds. */
const slowByDefault = 1_000

const later = (delayMs: number, response: Response, act: () => void): void => {
  if (delayMs === 0) {
    act()
    return
  }
  const timer = setTimeout(act, delayMs)
  response.on("close", () => {
    clearTimeout(timer)
  })
}

/**
 * Carries out what an ordered failure does to one call.
 *
 * `http_500`, `http_429`, `status_error` and `html` refuse: nothing is done, no invoice is made.
 * `slow`, `hang` and `reset` do the work first and delay or lose the answer: the dangerous case,
 * in which an invoice exists that the caller does not know of, and an answer is older than it looks.
 * `wrong_id` and `wrong_amount` do the work and alter the answer (see operations.ts).
 */
export const answerWithFault = (response: Response, fault: Fault, run: () => void): void => {
  const refuseWith = (answer: () => void) => {
    later(fault.delayMs, response, answer)
  }
  switch (fault.kind) {
    case "http_500":
      refuseWith(() => response.status(500).json(serverErrorBody))
      return
    case "http_429":
      refuseWith(() =>
        response.status(429).set("Retry-After", "1").json(errorBody("Too many requests."))
      )
      return
    case "status_error":
      refuseWith(() => response.status(200).json(statusErrorBody))
      return
    case "html":
      refuseWith(() =>
        response.status(502).type("html").send("<html><body><h1>502 Bad Gateway</h1></body></html>")
      )
      return
    case "wrong_id":
    case "wrong_amount":
      later(fault.delayMs, response, run)
      return
    case "slow":
      holdAnswer(response, fault.delayMs || slowByDefault)
      run()
      return
    case "hang":
      loseAnswer(response)
      run()
      return
    case "reset":
      loseAnswer(response)
      run()
      later(fault.delayMs, response, () => response.socket?.resetAndDestroy())
  }
}

/** The answer is made now and leaves later. */
const holdAnswer = (response: Response, delayMs: number): void => {
  const json = response.json.bind(response)
  response.json = (body: unknown) => {
    later(delayMs, response, () => json(body))
    return response
  }
}

/** The answer is made and never leaves. */
const loseAnswer = (response: Response): void => {
  response.json = () => response
}
