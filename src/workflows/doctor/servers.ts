import { z } from "zod"
import type { ServerFacts } from "./facts"

const optionalText = z.string().optional().catch(undefined)

const configSchema = z.object({
  projectConfig: z.object({ workerMode: optionalText }).catch({ workerMode: undefined }),
  modules: z
    .object({
      event_bus: z.object({ resolve: optionalText }).optional().catch(undefined),
      locking: z
        .object({
          options: z.object({
            providers: z.array(
              z.object({ resolve: z.string(), is_default: z.boolean().optional() })
            ),
          }),
        })
        .optional()
        .catch(undefined),
      payment: z
        .object({ dependencies: z.array(z.string()) })
        .optional()
        .catch(undefined),
    })
    .catch({}),
})

/**
 * What Medusa's configuration says of its servers, and of the payment module's dependencies. What is
 * not there, or in another shape, counts as not written.
 */
export function readStoreConfig(
  config: unknown
): ServerFacts & { dependencies: readonly string[] } {
  const { data } = configSchema.safeParse(config)
  const providers = data?.modules.locking?.options.providers ?? []
  // As the locking module chooses: the one that says so, else the only one; else its own, in memory.
  const locks =
    providers.find((provider) => provider.is_default) ??
    (providers.length === 1 ? providers[0] : undefined)
  return {
    workerMode: data?.projectConfig.workerMode,
    eventBusIsShared: /redis/.test(data?.modules.event_bus?.resolve ?? ""),
    locksAreShared: locks !== undefined,
    dependencies: data?.modules.payment?.dependencies ?? [],
  }
}
