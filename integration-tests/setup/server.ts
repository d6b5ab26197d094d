import { EventEmitter } from "node:events"
import { createServer } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { join } from "node:path"
import { container as appContainer, MedusaAppLoader } from "@medusajs/framework"
import { asValue } from "@medusajs/framework/awilix"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  FeatureFlag,
  getResolvedPlugins,
  GracefulShutdownServer,
  mergePluginModules,
  Modules,
  ModulesSdkUtils,
} from "@medusajs/framework/utils"
import loadMedusa, { initializeContainer } from "@medusajs/medusa/loaders/index"
import express from "express"
import { testDatabase, type TestDatabase } from "./database"

/** A Medusa server in this process, on a database of its own. */
export type RunningServer = {
  readonly container: MedusaContainer
  readonly database: TestDatabase
  /** Waits until no workflow is under way, as it would go on in the next test's database. */
  untilWorkflowsEnd: () => Promise<void>
  stop: () => Promise<void>
}

export type ServerOptions = {
  /** The folder with `medusa-config`, which reads `DATABASE_URL`. */
  folder: string
  port: number
  /** Whether the store has modules that the template does not (global-setup.ts). */
  migrate: boolean
  /** SQL statements that the database has seen before. */
  beforeStart?: readonly string[]
}

/**
 * Starts Medusa as `medusa start` does. Medusa's own test utility boots every application twice, and
 * asks forty modules for migrations that the template has; a test run waits minutes for that.
 */
export async function startServer({
  folder,
  port,
  migrate,
  beforeStart = [],
}: ServerOptions): Promise<RunningServer> {
  const database = await testDatabase()
  process.env.DATABASE_URL = database.url
  forgetTheLastServer(folder, database)
  if (migrate) await migrateModules(folder)
  await database.run(beforeStart)
  const app = express()
  app.get("/health", (_req, res) => {
    res.status(200).send("OK")
  })
  const { container, shutdown } = await loadMedusa({ directory: folder, expressApp: app })
  const server = GracefulShutdownServer.create(createServer(app))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, resolve)
  })
  return {
    container,
    database,
    untilWorkflowsEnd: () => untilWorkflowsEnd(container),
    stop: async () => {
      const events: unknown = Reflect.get(container.resolve(Modules.EVENT_BUS), "eventEmitter_")
      if (events instanceof EventEmitter) events.removeAllListeners()
      await stopJobs()
      await Promise.all([server.shutdown(), shutdown()])
      MedusaModule.clearInstances()
      await database.drop()
    },
  }
}

/**
 * No scheduled job of a server begins any more: else only the end of its process would see to that. One that
 * is running just now sets its timer again, and finds nothing to do then.
 */
async function stopJobs(): Promise<void> {
  const engine: unknown = Reflect.get(WorkflowScheduler, "storage")
  if (typeof engine === "object" && engine !== null) {
    Reflect.set(engine, "jobHandler", () => Promise.resolve())
  }
  await new WorkflowScheduler().clear()
}

/** What Medusa, and the plugin, remember for as long as their process lasts. */
const REMEMBERING = /\/@medusajs\/event-bus-local\/|\/\.medusa\/server\/src\//

/** A server begins as in a process of its own. */
function forgetTheLastServer(folder: string, { url }: TestDatabase): void {
  for (const { key } of FeatureFlag.listFlags()) FeatureFlag.setFlag(key, false)
  const config = nodeRequire.resolve(join(folder, "medusa-config"))
  const forgotten = Object.keys(nodeRequire.cache).filter(
    (path) => path === config || REMEMBERING.test(path)
  )
  for (const path of forgotten) Reflect.deleteProperty(nodeRequire.cache, path)
  const connection = ModulesSdkUtils.createPgConnection({ clientUrl: url, schema: "public" })
  appContainer.register({ [ContainerRegistrationKeys.PG_CONNECTION]: asValue(connection) })
}

async function migrateModules(folder: string): Promise<void> {
  await initializeContainer(folder)
  const config = appContainer.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  mergePluginModules(config, await getResolvedPlugins(folder, config), folder)
  const loader = new MedusaAppLoader({ medusaConfigPath: folder, cwd: folder })
  await loader.runModulesMigrations()
  const links = await loader.getLinksExecutionPlanner()
  await links.executePlan(await links.createPlan())
  MedusaModule.clearInstances()
}

const UNDER_WAY = { $nin: ["not_started", "done", "reverted", "failed"] }
const WORKFLOWS_LIMIT_MS = 60_000

async function untilWorkflowsEnd(container: MedusaContainer): Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const giveUpAt = Date.now() + WORKFLOWS_LIMIT_MS
  for (;;) {
    const executions = await engine.listWorkflowExecutions({ state: UNDER_WAY })
    if (executions.length === 0) return
    if (Date.now() > giveUpAt) throw new Error("A workflow of the test did not end in a minute.")
    await delay(50)
  }
}
