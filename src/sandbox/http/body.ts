import { raw, type Request } from "express"
import { largestBody } from "../assumptions"
import { done, refuse, type Outcome } from "../core/outcome"

/** Reads any body as bytes, whatever its content type claims; above the limit: 413. */
export const bodyBytes = raw({ type: () => true, limit: largestBody })

/** The body's text; empty where there was none. */
export const bodyText = (request: Request): string => {
  const body: unknown = request.body
  return Buffer.isBuffer(body) ? body.toString("utf8") : ""
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Parses a JSON object; an empty text counts as `{}`. */
export const jsonObject = (text: string): Outcome<Record<string, unknown>> => {
  if (text.trim() === "") return done({})
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? done(value) : refuse("invalid", "The body must be a JSON object.")
  } catch {
    return refuse("invalid", "The body is not valid JSON.")
  }
}

/** The caller's address, IPv4 written as such. */
export const callerAddress = (request: Request): string =>
  (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "")
