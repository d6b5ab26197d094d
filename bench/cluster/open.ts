import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Cluster, startCluster } from "../../integration-tests/cluster/cluster"
import { checkRedis } from "../../integration-tests/cluster/redis"
import { newLifecycle } from "../../scripts/demo/lifecycle"
import type { Environment } from "../../scripts/demo/medusa"
import { heading } from "../../scripts/demo/progress"
import { type Pids, pidsOfCluster } from "./parts"

/** A cluster whose processes are known, and the folder it keeps its logs in. */
export type WatchedCluster = {
  cluster: Cluster
  pids: Pids
  folder: string
  close: () => Promise<void>
}

/** Two servers, a worker, Redis and PostgreSQL as they are delivered, and the sandbox. */
export async function openCluster(envIn: (folder: string) => Environment): Promise<WatchedCluster> {
  await checkRedis()
  const lifecycle = newLifecycle()
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-bench-"))
  lifecycle.onClose(() => rm(folder, { recursive: true, force: true }))
  try {
    heading("Two servers and a worker")
    const cluster = await startCluster(lifecycle, folder, { env: envIn(folder), postgres: {} })
    const pids = await pidsOfCluster(cluster)
    return { cluster, pids, folder, close: () => lifecycle.close() }
  } catch (error) {
    await lifecycle.close()
    throw error
  }
}
