import { readStoreConfig } from "../servers"

const locking = (...providers: unknown[]) => ({ modules: { locking: { options: { providers } } } })

describe("what Medusa's configuration says of its servers", () => {
  it("nothing written: one server, with locks in memory", () => {
    const nothing = {
      workerMode: undefined,
      eventBusIsShared: false,
      locksAreShared: false,
      dependencies: [],
    }
    for (const config of [{}, undefined, { projectConfig: 1, modules: { payment: 1 } }]) {
      expect(readStoreConfig(config)).toEqual(nothing)
    }
  })

  it("workers, an event bus in Redis, and what the payment module may see", () => {
    expect(
      readStoreConfig({
        projectConfig: { workerMode: "worker" },
        modules: {
          event_bus: { resolve: "@medusajs/medusa/event-bus-redis" },
          payment: { dependencies: ["query"] },
        },
      })
    ).toEqual({
      workerMode: "worker",
      eventBusIsShared: true,
      locksAreShared: false,
      dependencies: ["query"],
    })
  })

  it("locks are shared where Medusa uses a provider of them", () => {
    const postgres = { resolve: "@medusajs/medusa/locking-postgres" }
    const redis = { resolve: "@medusajs/medusa/locking-redis" }
    expect(readStoreConfig(locking(postgres)).locksAreShared).toBe(true)
    expect(readStoreConfig(locking(postgres, redis)).locksAreShared).toBe(false)
    expect(readStoreConfig(locking(postgres, { ...redis, is_default: true })).locksAreShared).toBe(
      true
    )
  })
})
