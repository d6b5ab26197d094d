// Loaded into a member before Medusa (`node --import`): counts the statements and requests that it sends, and
// ends its process, as `kill -9` would, in place of the one it was armed with. What a process leaves behind
// changes with these alone, so each of them is an instant of its own to die in.

import { rmSync, writeSync } from "node:fs"
import http from "node:http"
import Module from "node:module"
import net from "node:net"
import { isMainThread } from "node:worker_threads"

const STDERR = 2
let count = 0
let killAt = Infinity

function next(what) {
  count += 1
  if (count < killAt) return
  writeSync(STDERR, `Killed before its step ${count}: ${what}\n`)
  process.kill(process.pid, "SIGKILL")
}

function counted(target, method, describe) {
  const original = target[method]
  target[method] = function (...args) {
    next(describe(args))
    return original.apply(this, args)
  }
}

const statement = ([query]) => String(query?.text ?? query).slice(0, 120)
counted(http, "request", ([to]) => `a request to ${to?.path ?? to}`)

const patched = new WeakSet()
const load = Module._load
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (request === "pg" && !patched.has(loaded.Client)) {
    patched.add(loaded.Client)
    counted(loaded.Client.prototype, "query", statement)
  }
  return loaded
}

/** Each line is a number: counts from 0 again, and dies at that step. Answered with the count so far. */
function listen(path) {
  rmSync(path, { force: true })
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined)
    socket.on("data", (line) => {
      socket.end(`${count}\n`)
      count = 0
      killAt = Number(line)
    })
  })
  server.listen(path)
  server.unref()
}

// Whatever it starts has this environment, too.
const path = process.env.COUNTDOWN_SOCKET
delete process.env.COUNTDOWN_SOCKET
if (path !== undefined && isMainThread) listen(path)
