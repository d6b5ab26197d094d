import { Router, type Request, type Response } from "express"
import { errorBody } from "../assumptions"
import type { Context } from "../context"
import { cashDeskOfKey, mayCall } from "../core/cash-desks"
import { takeFault } from "../core/faults"
import { append } from "../core/log"
import { done, refuse, type Outcome } from "../core/outcome"
import type { CashDesk, RequestEntry } from "../core/state"
import { answerRefusal } from "./answer"
import { bodyText, callerAddress, jsonObject } from "./body"
import { answerWithFault } from "./fault-answers"
import { maskedText } from "./mask"
import { operations, type Operation } from "./operations"

/** The API key, then the IP whitelist (docs/service.md, 1.4 to 1.7). */
const callingDesk = (context: Context, request: Request): Outcome<CashDesk> => {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1]
  const desk = key === undefined ? undefined : cashDeskOfKey(context.state, key)
  if (!desk) return refuse("unauthorized", "The API key is missing or unknown.")
  const address = callerAddress(request)
  return mayCall(desk, address)
    ? done(desk)
    : refuse("address_not_allowed", `Requests from ${address} are not allowed.`)
}

/** JSON with its content type, or no body at all (docs/service.md, 1.3). */
const calledWith = (
  request: Request,
  operation: Operation,
  parsed: Outcome<Record<string, unknown>>
): Outcome<Record<string, unknown>> => {
  if (bodyText(request) === "") return done({})
  if (!operation.takesBody) return refuse("invalid", "The operation takes no body.")
  const isJson = request.is("application/json") === "application/json"
  return isJson ? parsed : refuse("invalid", "Content-Type must be application/json.")
}

/** Notes a call, and its answer when it leaves: as one text, which is sent in one piece. */
const logged = (
  context: Context,
  response: Response,
  name: string,
  text: string,
  parsed: Outcome<Record<string, unknown>>
): RequestEntry => {
  const keys = context.state.cashDesks.map((desk) => desk.key)
  const entry: RequestEntry = {
    operation: name,
    body: text !== "" && parsed.ok ? maskedText(text, parsed.value, keys) : null,
    at: context.now(),
    answer: null,
    status: null,
    cashDeskId: null,
    fault: null,
  }
  append(context.state.requests, entry)
  response.json = (answer: unknown) => {
    const answered = JSON.stringify(answer)
    entry.answer = maskedText(answered, answer, keys)
    response.setHeader("Content-Type", "application/json; charset=utf-8")
    response.setHeader("Content-Length", Buffer.byteLength(answered))
    response.end(answered)
    return response
  }
  response.on("finish", () => {
    entry.status = response.statusCode
  })
  return entry
}

const handle = (context: Context, name: string, operation: Operation) => {
  return (request: Request, response: Response): void => {
    const text = bodyText(request)
    const parsed = jsonObject(text)
    const entry = logged(context, response, name, text, parsed)
    const calling = callingDesk(context, request)
    if (!calling.ok) {
      answerRefusal(response, calling)
      return
    }
    const desk = calling.value
    entry.cashDeskId = desk.id
    const fault = takeFault(desk, name)
    entry.fault = fault?.kind ?? null

    const run = () => {
      const body = calledWith(request, operation, parsed)
      if (!body.ok) {
        answerRefusal(response, body)
        return
      }
      const outcome = operation.run({
        context,
        state: context.state,
        desk,
        body: body.value,
        now: context.now(),
        baseUrl: context.publicUrl(request),
        distortion: fault?.kind ?? null,
      })
      if (outcome.ok) response.json(outcome.value)
      else answerRefusal(response, outcome)
    }
    if (fault) answerWithFault(response, fault, run)
    else run()
  }
}

/** All nine operations, under the version segment (docs/service.md, 1.1). */
export const apiRoutes = (context: Context): Router => {
  const router = Router()
  for (const [name, operation] of Object.entries(operations)) {
    router.post(`/${name}`, handle(context, name, operation))
    router.all(`/${name}`, (_request, response) => {
      response.set("Allow", "POST")
      answerRefusal(response, refuse("method_not_allowed", "Every operation uses the method POST."))
    })
  }
  router.use((_request, response) => {
    response.status(404).json(errorBody("There is no such operation."))
  })
  return router
}
