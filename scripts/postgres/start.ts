import { chown, mkdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client, DatabaseError, escapeIdentifier } from "pg"
import { type GuardedProcess, lastLines, startGuarded } from "../lib/guarded-process"
import { freePort } from "../lib/ports"
import { postgresBinaries } from "./binaries"
import { launchAs, type Launch } from "./run-as"

const USER = "postgres"
const START_LIMIT_MS = 60_000
const WRONG_PASSWORD = "28P01"

/** Settings for data that may be lost with the machine, and only for them: tests. */
export const THROWAWAY_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
} as const

export interface PostgresOptions {
  /** Kept between starts; made by the first one. Its parent must exist. */
  dataDir: string
  logFile: string
  /** Of the superuser; the first start sets it, later ones must give the same. */
  password: string
  /** More lines of postgresql.conf. */
  settings?: Readonly<Record<string, string>>
}

export interface RunningPostgres {
  port: number
  user: string
  /** A connection string for one database of this server. */
  url: (database: string) => string
  /** Makes the database if it is not there yet. */
  ensureDatabase: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed, on a free port of 127.0.0.1, also when we are root.
 * It ends with `stop()`, and with this process, however that ends.
 *
 * @throws Error whose message says what is missing or shows PostgreSQL's last log lines.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = await postgresBinaries()
  const launch = await launchAs(options.dataDir, [dirname(options.dataDir), binaries.root])
  await initialise(binaries.initdb, launch, options)

  const port = await freePort()
  const server = startServer(binaries.postgres, launch, port, options)
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`
  try {
    await waitUntilReady(server, url("postgres"), options.logFile)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    port,
    user: USER,
    url,
    ensureDatabase: (name) => ensureDatabase(url("postgres"), name),
    stop: () => server.stop(),
  }
}

/** Prepares the data beside its place and then moves it there, so that it is whole or absent. */
async function initialise(initdb: string, launch: Launch, options: PostgresOptions): Promise<void> {
  const made = await stat(join(options.dataDir, "PG_VERSION")).catch(() => undefined)
  if (made !== undefined) return
  const draft = `${options.dataDir}.new`
  const passwordFile = join(tmpdir(), `pg-${process.pid}-${Date.now()}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await writeFile(passwordFile, options.password, { mode: 0o600, flag: "wx" })
  if (launch.owner !== undefined) {
    const { uid, gid } = launch.owner
    await Promise.all([draft, passwordFile].map((path) => chown(path, uid, gid)))
  }
  const flags = [
    `--pgdata=${draft}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The same order of words on every machine, whichever locales it has.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-sync",
  ]
  const command = [...launch.prefix, initdb, ...flags]
  const code = await startPostgresProgram(command, draft, launch, options.logFile).exited
  await rm(passwordFile, { force: true })
  if (code !== 0) {
    const log = await lastLines(options.logFile)
    throw new Error(`PostgreSQL could not prepare its data folder. The end of its log:\n${log}`)
  }
  await rename(draft, options.dataDir)
}

function startServer(
  postgres: string,
  launch: Launch,
  port: number,
  options: PostgresOptions
): GuardedProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    // Medusa's queries are many and short: compiling them costs more than it saves.
    jit: "off",
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const command = [...launch.prefix, postgres, "-D", options.dataDir, ...flags]
  return startPostgresProgram(command, options.dataDir, launch, options.logFile)
}

function startPostgresProgram(
  command: readonly string[],
  cwd: string,
  { runAs }: Launch,
  logFile: string
): GuardedProcess {
  const env = { PATH: process.env.PATH, TZ: process.env.TZ, LC_ALL: "C" }
  return startGuarded({ command, cwd, env, logFile, stopSignal: "INT", runAs })
}

async function waitUntilReady(server: GuardedProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !server.hasExited()) {
    if (await accepts(url)) return
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not start. The end of its log:\n${await lastLines(logFile)}`)
}

/** @throws Error when it answers, but to another password: waiting would not help. */
async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === WRONG_PASSWORD) {
      throw new Error("PostgreSQL's data was made with another password; start with empty data.")
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name])
    if (found.rowCount === 0) await client.query(`create database ${escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
