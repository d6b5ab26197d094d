import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Shop } from "./shop"

/** Everything an event says from now on. */
export function listen(shop: Shop, name: string): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  shop.container.resolve(Modules.EVENT_BUS).subscribe(
    name,
    ({ data }) => {
      heard.push(z.record(z.string(), z.unknown()).parse(data))
      return Promise.resolve()
    },
    { subscriberId: `test-${name}-${Math.random()}` }
  )
  return heard
}
