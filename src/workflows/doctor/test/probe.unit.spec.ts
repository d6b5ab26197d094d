import { createServer, type RequestListener, type Server } from "node:http"
import { askAddress, clockAheadOf } from "../probe"

let server: Server | undefined

/** Serves on a port of this machine. @returns its address */
async function serve(answer: RequestListener): Promise<string> {
  const listening = createServer(answer)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
  const address = listening.address()
  if (address === null || typeof address === "string") throw new Error("It has no port.")
  return `http://127.0.0.1:${address.port}`
}

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

describe("asking an address for nothing", () => {
  it("a redirect is not followed; where it leads is known without its query", async () => {
    const paths: (string | undefined)[] = []
    const url = await serve((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: "/login?token=secret" }).end()
    })
    expect(await askAddress(`${url}/hooks/checkout-uz/main`)).toEqual({
      kind: "answered",
      status: 302,
      redirectsTo: `${url}/login`,
    })
    expect(paths).toEqual(["/hooks/checkout-uz/main"])
  })

  it("whatever status is an answer, and no key goes with the question", async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.headers.authorization === undefined ? 404 : 500).end()
    })
    const answer = { kind: "answered", status: 404, redirectsTo: undefined }
    expect(await askAddress(url)).toEqual(answer)
  })

  it("where nobody answers, the reason is the connection's", async () => {
    const url = await serve(() => undefined)
    server?.close()
    expect(await askAddress(url)).toEqual({ kind: "no_answer", reason: "ECONNREFUSED" })
  })

  it("who does not answer is not waited for", async () => {
    const url = await serve(() => undefined)
    const reply = { kind: "no_answer", reason: "no answer within 0.3 seconds" }
    expect(await askAddress(url, 300)).toEqual(reply)
  })
})

describe("the clock of whoever answers", () => {
  it.each([
    ["behind", -600],
    ["ahead", 600],
  ])("is read from its answer where ours is %s", async (_, seconds) => {
    const theirs = new Date(Date.now() - seconds * 1000).toUTCString()
    const url = await serve((_request, response) => {
      response.writeHead(404, { date: theirs }).end()
    })
    expect(Math.abs(((await clockAheadOf(url)) ?? 0) - seconds)).toBeLessThan(2)
  })

  it("is unknown where it names none, or nobody answers", async () => {
    const url = await serve((_request, response) => {
      response.sendDate = false
      response.writeHead(200).end()
    })
    expect(await clockAheadOf(url)).toBeUndefined()
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
    expect(await clockAheadOf(url)).toBeUndefined()
  })
})
