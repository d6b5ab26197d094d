import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Shop } from "./shop"

/** Whatever the server's logger is told from now on, each with its level. */
export function listenToLog(shop: Shop): { heard: () => string[]; stop: () => void } {
  const logger = shop.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const lines: string[] = []
  const spies = (["debug", "info", "warn", "error"] as const).map((level) =>
    jest.spyOn(logger, level).mockImplementation((...parts: unknown[]) => {
      lines.push(`${level}: ${parts.map(String).join(" ")}`)
    })
  )
  const stop = () => {
    for (const spy of spies) spy.mockRestore()
  }
  return { heard: () => lines, stop }
}
