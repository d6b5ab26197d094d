import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { LockTaken } from "../../../payment-context"
import { refusal } from "../../../providers/checkout-uz/refusals"
import { customerRoute } from "../customer-route"
import { WORDS } from "../language"

/** What a customer of this language is answered where the route throws, and what the log has of it. */
async function thrown(error: unknown, language = "uz") {
  const logged: unknown[] = []
  const log = (said: unknown) => logged.push(said)
  const req = {
    acceptsLanguages: () => [language],
    scope: { resolve: () => ({ warn: log, error: log }) },
  } as unknown as MedusaRequest
  const answer = { status: 0, body: {} as unknown, headers: {} as Record<string, string> }
  const res = {
    headersSent: false,
    setHeader: (name: string, value: string) => (answer.headers[name] = value),
    status: (status: number) => {
      answer.status = status
      return res
    },
    json: (body: unknown) => (answer.body = body),
  }
  await customerRoute(() => Promise.reject(error as Error))(req, res as unknown as MedusaResponse)
  return { ...answer, logged }
}

describe("a route that customers ask", () => {
  it.each(["uz", "ru", "en"] as const)(
    "says in their language that something failed, and leaves what it was to the log (%s)",
    async (language) => {
      const error = new Error("Connection terminated unexpectedly")
      const { status, body, headers, logged } = await thrown(error, language)
      expect(status).toBe(502)
      expect(body).toEqual({
        type: "not_allowed",
        code: "unavailable",
        message: WORDS[language].unexpected,
      })
      expect(headers["Content-Language"]).toBe(language)
      expect(logged).toEqual([error])
    }
  )

  it("says that somebody else is at it where a lock is taken", async () => {
    const { status, body } = await thrown(new LockTaken())
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: "in_progress", message: WORDS.uz.in_progress })
  })

  it("says what the provider refused, also after it came through a workflow, which leaves no class of it", async () => {
    const refused = refusal("email_missing", "The cart has no e-mail address yet.")
    const { type, code, message } = refused
    for (const error of [refused, { __isMedusaError: true, type, code, message }]) {
      const { status, body } = await thrown(error)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: "email_missing", message: WORDS.uz.email_missing })
    }
  })

  it("says that paying is not possible where Medusa refuses with a sentence of its own", async () => {
    const theirs = new MedusaError(MedusaError.Types.INVALID_DATA, "Unknown provider.")
    const { status, body, logged } = await thrown(theirs)
    expect(status).toBe(502)
    expect(body).toMatchObject({ message: WORDS.uz.payment_unavailable })
    expect(logged).toEqual(["Unknown provider."])
  })
})
