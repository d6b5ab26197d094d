import type { ClientLogger } from ".."
import { reply, useLocalServer } from "./local-server"
import { number, uzs } from "./samples"

/** A service that answers one call with a body, and what the client makes of it. */
export function useLiveService() {
  const server = useLocalServer()

  async function create(body: unknown, logger?: ClientLogger) {
    server.says(reply(200, body))
    return await server.client({ logger }).createPayment({ amount: uzs("7000") })
  }

  async function status(body: unknown) {
    server.says(reply(200, body))
    return await server.client().statusPayment({ id: number(61001) })
  }

  return { server, create, status }
}
