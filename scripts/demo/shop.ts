import { once } from "node:events"
import { join } from "node:path"
import express from "express"
import type { Lifecycle } from "./lifecycle"
import { places } from "./places"

/** Serves the built shop: its files, and its one page for every other address. */
export async function startShop(lifecycle: Lifecycle, port: number): Promise<void> {
  const app = express()
  app.use(express.static(places.shopServed))
  app.get("*", (_, response) => {
    response.sendFile(join(places.shopServed, "index.html"), { dotfiles: "allow" })
  })
  const server = app.listen(port, "127.0.0.1")
  await once(server, "listening")
  lifecycle.onClose(() => {
    server.closeAllConnections()
    server.close()
  })
}
