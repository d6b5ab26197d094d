import { MalformedAnswerError, RefusedError } from ".."
import { useLiveService } from "./live-service"
import { reply } from "./local-server"
import { createdPayment, paidStatus, rejection, uzs } from "./samples"

const { server, create, status } = useLiveService()

describe("bodies to refuse, never paid (docs/service.md, 12.2)", () => {
  it.each([
    ["_id negative", { _id: -61001 }, "payment._id"],
    ["_id true", { _id: true }, "payment._id"],
    ["_id zero", { _id: 0 }, "payment._id"],
    ["_id a fraction", { _id: 61001.5 }, "payment._id"],
    ["_id absent", { _id: undefined }, "payment._id"],
    ["_uuid empty", { _uuid: "" }, "payment._uuid"],
    ["_url not http(s)", { _url: "ftp://checkout.uz/pay" }, "payment._url"],
    ["_url on a script scheme", { _url: "javascript:alert(1)" }, "payment._url"],
    ["_url on a hidden script scheme", { _url: "java\nscript:alert(1)" }, "payment._url"],
    ["_url no address", { _url: "/pay/1" }, "payment._url"],
    ["_amount no amount", { _amount: "7e3" }, "payment._amount"],
    ["_status not text", { _status: 1 }, "payment._status"],
  ])("create, %s: names operation and field", async (_, changes, path) => {
    const error = await rejection(create(createdPayment(changes)))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({
      operation: "create_payment",
      httpStatus: 200,
      outcomeUnknown: true,
    })
    expect(String(error)).toContain(`create_payment: the answer is malformed at ${path}:`)
  })

  it.each([
    ["_uuid empty", { _uuid: "" }, 61001],
    ["_url on a script scheme", { _id: "61001", _url: "javascript:alert(1)" }, 61001],
    ["_amount no amount", { _amount: null }, 61001],
    ["_id negative", { _id: -61001 }, undefined],
    ["_id true", { _id: true }, undefined],
  ])("create, %s: names the invoice that exists all the same", async (_, changes, made) => {
    expect(await rejection(create(createdPayment(changes)))).toHaveProperty("invoiceNumber", made)
  })

  it("create, another echoed amount: handed on exactly, for the caller to refuse", async () => {
    expect((await create(createdPayment({ _amount: 700000 }))).amount).toBe("700000")
    const barelyMore = '{"_amount":7000.0000000000000001}'
    const body = JSON.stringify(createdPayment()).replace('"_amount":7000', barelyMore.slice(1, -1))
    expect((await create(body)).amount).toBe("7000.0000000000000001")
  })

  it.each([
    ["another id than the one asked", paidStatus({ id: "61002" }), "data.id"],
    [
      "an id that only rounds to the one asked",
      JSON.stringify(paidStatus()).replace('"61001"', "61001.00000000000000001"),
      "data.id",
    ],
    ["status 1", paidStatus({ status: 1 }), "data.status"],
    ["status true", paidStatus({ status: true }), "data.status"],
    ["data missing", { status: "success" }, "data"],
    ["data null", { status: "success", data: null }, "data"],
    ["data a list", { status: "success", data: [paidStatus().data] }, "data"],
    ["a JSON array", [paidStatus()], "its root"],
    ["a JSON text", '"paid"', "its root"],
    ["no envelope status", { data: paidStatus().data }, "status"],
    ["an amount that is none", paidStatus({ amount: "seven" }), "data.amount"],
  ])("status, %s: names operation and field", async (_, body, path) => {
    const error = await rejection(status(body))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ operation: "status_payment", outcomeUnknown: false })
    expect(String(error)).toContain(`status_payment: the answer is malformed at ${path}:`)
  })

  it('status, amount "7000.01": another amount stays another amount', async () => {
    const record = await status(paidStatus({ amount: "7000.01" }))
    expect(record.amount).toBe("7000.01")
    expect(record.amount).not.toBe(uzs("7000"))
  })

  it("status, asked by uuid: the record says which number it is about", async () => {
    server.says(reply(200, paidStatus()))
    const record = await server
      .client()
      .statusPayment({ uuid: "11111111-2222-4333-8444-555555555555" })
    expect(record.number).toBe(61001)
  })

  it('errors, 200 {"status":"error"}: refused, with the service\'s words', async () => {
    const error = await rejection(create({ status: "error", message: "bad amount" }))
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({
      serviceText: "bad amount",
      httpStatus: 200,
      outcomeUnknown: false,
    })
  })
})
