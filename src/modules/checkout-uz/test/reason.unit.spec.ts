import { reasonOf } from "../database"

const BODY = Buffer.from("secret body").toString("base64")

describe("why the database refused a statement", () => {
  it("is told without the statement and its values", () => {
    const error = new Error(
      `insert into "checkout_uz_webhook_delivery" ("body_base64") values ('${BODY}') - relation "checkout_uz_webhook_delivery" does not exist`
    )
    expect(reasonOf(error)).toBe('relation "checkout_uz_webhook_delivery" does not exist')
  })

  it("is told whole where there is no statement, and never at length", () => {
    expect(reasonOf(new Error("connect ECONNREFUSED 127.0.0.1:5432"))).toBe(
      "connect ECONNREFUSED 127.0.0.1:5432"
    )
    expect(reasonOf("a text")).toBe("a text")
    expect(reasonOf(new Error("x".repeat(100_000)))).toHaveLength(200)
  })
})
