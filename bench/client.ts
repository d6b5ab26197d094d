import { Agent, createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { json, text } from "node:stream/consumers"
import { createCheckoutUzClient, type CheckoutUzClient, type OperationName } from "../src/client"
import { readAnswer, type Answer } from "../src/client/answer"
import { PARSERS } from "../src/client/test/parsers"
import { CALLS, paidStatus } from "../src/client/test/samples"
import { medianOf } from "./median"
import { keepResults, type Row } from "./results"

const ROUNDS = 400
const WARM_UP = 200
const PARSES = 2_000
/** Payments of the history that is read. */
const HISTORY = 100

/** What the client adds to a request, and how long it takes to read each answer. */
export async function benchClient(): Promise<void> {
  const service = await startAnswering()
  const agent = new Agent({ keepAlive: true })
  try {
    const client = createCheckoutUzClient({ apiKey: "bench", baseUrl: service.url, logger: SILENT })
    const taken = await measure({ client, agent, url: service.url })
    const rows = CALLS.map(({ operation }) => rowOf(operation, taken.get(operation)))
    console.table(rows)
    await keepResults("Client", NOTE, rows)
  } finally {
    agent.destroy()
    service.close()
  }
}

const NOTE =
  `Each operation by the client and by a bare request of node:http that reads the same JSON, all of them in turn, ` +
  `${ROUNDS} times each over a connection that is kept: the medians and their difference. The service answers from the ` +
  `same process. Beside it what reading its answer takes, from text to the parsed value; of a history of ${HISTORY} payments.`

type Reach = { client: CheckoutUzClient; agent: Agent; url: string }
/** Milliseconds of each round. */
type Taken = { byClient: number[]; byItself: number[] }

/** All operations in turn, so that none is the one that finds everything cold. */
async function measure({ client, agent, url }: Reach): Promise<ReadonlyMap<OperationName, Taken>> {
  const taken = new Map<OperationName, Taken>()
  for (const { operation } of CALLS) taken.set(operation, { byClient: [], byItself: [] })
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const { operation, call, sent } of CALLS) {
      const byClient = await millisecondsOf(() => call(client))
      const byItself = await millisecondsOf(() => post(`${url}/${operation}`, sent, agent))
      if (round < WARM_UP) continue
      taken.get(operation)?.byClient.push(byClient)
      taken.get(operation)?.byItself.push(byItself)
    }
  }
  return taken
}

function rowOf(operation: OperationName, taken: Taken | undefined): Row {
  const [byClient, byItself] = [medianOf(taken?.byClient ?? []), medianOf(taken?.byItself ?? [])]
  const parse = PARSERS[operation]
  return {
    operation,
    "client (ms)": byClient.toFixed(2),
    "bare (ms)": byItself.toFixed(2),
    "more (ms)": (byClient - byItself).toFixed(2),
    goal: "at most 0.3",
    "reading the answer (µs)": parse ? microsecondsToRead(operation, parse).toFixed(0) : "",
  }
}

function microsecondsToRead(operation: OperationName, parse: (answer: Answer) => unknown): number {
  const raw = { httpStatus: 200, text: JSON.stringify(answerTo(operation)) }
  const taken = Array.from({ length: PARSES }, () => {
    const begun = performance.now()
    parse(readAnswer(operation, raw, (words) => words))
    return (performance.now() - begun) * 1_000
  })
  return medianOf(taken)
}

function answerTo(operation: string): unknown {
  if (operation === "get_history") {
    return { status: "success", data: Array.from({ length: HISTORY }, () => paidStatus().data) }
  }
  return CALLS.find((call) => call.operation === operation)?.answer
}

/** A service that gives each operation its documented answer. */
async function startAnswering(): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer((incoming, response) => {
    const operation = incoming.url?.split("/").at(-1) ?? ""
    void text(incoming).then(() => {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(answerTo(operation)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/api/v1`, close }
}

function post(url: string, body: unknown, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: "Bearer bench", "content-type": "application/json" }
    const outgoing = request(url, { method: "POST", agent, headers }, (response) => {
      json(response).then(resolve, reject)
    })
    outgoing.on("error", reject)
    outgoing.end(JSON.stringify(body ?? {}))
  })
}

async function millisecondsOf(job: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await job()
  return performance.now() - begun
}

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Nothing is told while measuring.
}
