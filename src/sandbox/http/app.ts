import express, { type ErrorRequestHandler, type Express } from "express"
import { errorBody } from "../assumptions"
import type { Context } from "../context"
import type { Delivery } from "../core/state"
import { refuse } from "../core/outcome"
import { answerRefusal } from "./answer"
import { apiRoutes } from "./api"
import { bodyBytes } from "./body"
import { openApi } from "./openapi"
import { pageRoutes } from "../pages/routes"
import { controlRoutes } from "./control"

/** What express reports itself: a body too large, cut off or badly encoded, an impossible path. */
const onError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error)
    return
  }
  const status = typeof error === "object" && error !== null && "status" in error && error.status
  if (status === 413) {
    answerRefusal(response, refuse("too_large", "The body is larger than 64 KB."))
  } else if (typeof status === "number" && status < 500) {
    answerRefusal(response, refuse("invalid", "The request is not understood."))
  } else {
    console.error(error)
    response.status(500).json(errorBody("The sandbox failed; its output says why."))
  }
}

/** The sandbox as an express application. */
export const sandboxApp = (context: Context, resend: (delivery: Delivery) => Delivery): Express => {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  app.use(bodyBytes)
  app.use("/api/v1", apiRoutes(context))
  app.use("/sandbox", controlRoutes(context, resend))
  app.get("/openapi.json", (request, response) => {
    response.json(openApi(context.publicUrl(request)))
  })
  app.use(pageRoutes(context, resend))
  app.use(onError)
  return app
}
