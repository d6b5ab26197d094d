import { createServer } from "node:net"

/** Tells whether nothing listens on this port of 127.0.0.1. */
export async function portIsFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined
}

/** A port of 127.0.0.1 that is free at this moment, chosen by the operating system. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0)
  if (port === undefined) throw new Error("The operating system has no free port on 127.0.0.1.")
  return port
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => {
      resolve(undefined)
    })
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => {
        resolve(address !== null && typeof address === "object" ? address.port : undefined)
      })
    })
  })
}
