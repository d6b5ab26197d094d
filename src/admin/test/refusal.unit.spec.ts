import en from "../i18n/en/common.json"
import { sentenceBehind, wordsForFailure } from "../lib/failure"
import { readRefusal } from "../lib/refusal"
import type { Words } from "../lib/words"

/** Stands for the words of one language: says which ones were asked for. */
const t = ((path: string) => path) as Words
const words = (status: number, body?: unknown) => wordsForFailure(t, readRefusal(status, body))

describe("what a server refuses", () => {
  it.each([
    [400, "common.refused"],
    [404, "common.gone"],
    [409, "common.problem.not_possible"],
    [500, "common.server_failed"],
  ])("is said in the reader's language, its English sentence behind it: %i", (status, expected) => {
    const body = { type: "unexpected_state", message: "The invoice is settled already." }
    expect(words(status, body)).toBe(expected)
    expect(sentenceBehind(readRefusal(status, body))).toBe(body.message)
  })

  it("is said in the reader's language where it has a code there are words for", () => {
    const refusal = readRefusal(409, {
      type: "not_allowed",
      code: "address_not_allowed",
      message: "The service saw a request from 203.0.113.9.",
    })
    expect(wordsForFailure(t, refusal)).toBe("common.problem.address_not_allowed")
    expect(sentenceBehind(refusal)).toBe("The service saw a request from 203.0.113.9.")
  })

  it.each([
    [401, { message: "Unauthorized" }, "common.logged_out"],
    [401, undefined, "common.logged_out"],
    [403, { message: "Forbidden" }, "common.forbidden"],
    [
      500,
      { code: "unknown_error", type: "unknown_error", message: "An unknown error occurred." },
      "common.server_failed",
    ],
    [502, undefined, "common.server_failed"],
    [504, "<html></html>", "common.server_failed"],
    [500, { type: "unexpected_state", message: " " }, "common.server_failed"],
    [404, undefined, "common.gone"],
    [413, { message: "" }, "common.refused"],
  ])("is never empty: %i with %j", (status, body, expected) => {
    expect(words(status, body)).toBe(expected)
    expect(sentenceBehind(readRefusal(status, body))).toBeUndefined()
  })

  it("has words for all of it", () => {
    expect([en.logged_out, en.server_failed, en.refused, en.gone]).not.toContain("")
    expect(Object.values(en.problem)).not.toContain("")
  })
})

it("no answer at all, or one that makes no sense, is a matter of the connection", () => {
  expect(wordsForFailure(t, new TypeError("Failed to fetch"))).toBe("common.failed_hint")
})
