import type { z } from "zod"
import {
  AddressNotAllowedError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
  type CheckoutUzError,
  type FailureDetails,
} from "./errors"
import type { InvoiceNumber } from "./invoice-number"
import { parseJsonExactly, type JsonValue } from "./exact-json"
import type { OperationName } from "./operation-names"
import { ownField, textOrUndefined } from "./schema"
import { cutText, storableJson, storableText } from "./texts"

/** What came over the wire, as text, and the seconds its `Retry-After` asks for. */
export type RawAnswer = {
  httpStatus: number
  text: string
  retryAfterSeconds?: number | undefined
}

/** An answer the service did not refuse; `body` is null when it was empty. */
export type Answer = { httpStatus: number; body: JsonValue }

const LONGEST_SERVICE_TEXT = 200

/**
 * Money invariant: no text of the service stands in the way of money. Whatever is read of an answer
 * can be stored, since an invoice that cannot be recorded could be paid all the same.
 */
function parsedOrUndefined(storable: string): JsonValue | undefined {
  if (storable.trim() === "") return null
  try {
    const value = parseJsonExactly(storable)
    // What cannot be stored can stand in storable text only as an escape.
    return storable.includes("\\u") ? storableJson(value) : value
  } catch {
    return undefined
  }
}

/** The service's own words: `{"error"}`, `{"error": {"message"}}`, `{"message"}` or a plain text. */
function wordsIn(text: string, body: JsonValue | undefined): string | undefined {
  const error = ownField(body, "error")
  const words = [error, ownField(error, "message"), ownField(body, "message")]
  const plain = body === undefined && !text.trimStart().startsWith("<") ? text : body
  return [...words, plain].map(textOrUndefined).find((word) => word !== undefined)
}

function serviceTextOf(
  text: string,
  body: JsonValue | undefined,
  hideSecrets: (text: string) => string
): string | undefined {
  const words = wordsIn(text, body)
  if (words === undefined) return undefined
  // Hidden before it is cut: half a key at the cut would not be recognised any more.
  const oneLine = hideSecrets(words)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
  return cutText(oneLine, LONGEST_SERVICE_TEXT)
}

function failureByStatus(
  details: FailureDetails,
  { httpStatus, retryAfterSeconds }: RawAnswer
): CheckoutUzError | undefined {
  const say = (message: string): FailureDetails => ({ ...details, message })
  if (httpStatus === 401) {
    return new UnauthorizedError(say("the API key was refused, or its cash desk is not activated"))
  }
  if (httpStatus === 403) {
    return new AddressNotAllowedError(
      say("this server's address is not in the cash desk's whitelist")
    )
  }
  if (httpStatus === 404) return new NotFoundError(say("the service does not know it"))
  if (httpStatus === 429) {
    return new RateLimitedError({ ...say("too many requests"), retryAfterSeconds })
  }
  if (httpStatus >= 500) return new UnavailableError(say("the service failed"))
  if (httpStatus >= 400) return new RefusedError(say("the service refused the request"))
  if (httpStatus >= 300) {
    return new MalformedAnswerError(say("answered with a redirect, which is never followed"))
  }
  return undefined
}

/** HTTP 200 with another `status` than "success", or with nothing but an error: a refusal all the same. */
function isRefusal(body: JsonValue | undefined): boolean {
  const status = ownField(body, "status")
  if (status === undefined) return textOrUndefined(ownField(body, "error")) !== undefined
  return typeof status === "string" && status !== "success"
}

/**
 * Tells an answer from a refusal (docs/service.md, 1.8, 8.1 and 8.2). Whether the answer has the
 * right shape is for the operation's own parser to say.
 * @throws CheckoutUzError with the service's words, without secrets.
 */
export function readAnswer(
  operation: OperationName,
  raw: RawAnswer,
  hideSecrets: (text: string) => string
): Answer {
  const { httpStatus } = raw
  const text = storableText(raw.text)
  const body = parsedOrUndefined(text)
  const serviceText = serviceTextOf(text, body, hideSecrets)
  const details = { operation, message: "", httpStatus, serviceText }
  const failure = failureByStatus(details, raw)
  if (failure !== undefined) throw failure
  if (isRefusal(body)) {
    throw new RefusedError({ ...details, message: "the service refused the request" })
  }
  if (body === undefined) {
    // What is not JSON is not the service speaking (a proxy's page, say), so its words are left out.
    throw new MalformedAnswerError({ operation, httpStatus, message: "the answer is not JSON" })
  }
  return { httpStatus, body }
}

/**
 * Holds an answer against a schema.
 * @throws MalformedAnswerError with the path of the field that is wrong, and never its value.
 */
export function parseAnswer<T>(
  operation: OperationName,
  schema: z.ZodType<T>,
  answer: Answer,
  invoiceNumber?: InvoiceNumber
): T {
  const result = schema.safeParse(answer.body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.map(String).join(".") ?? ""
  throw new MalformedAnswerError({
    operation,
    httpStatus: answer.httpStatus,
    invoiceNumber,
    message: `the answer is malformed at ${path === "" ? "its root" : path}: ${issue?.message ?? "unreadable"}`,
  })
}
