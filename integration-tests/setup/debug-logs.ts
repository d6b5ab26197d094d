import { Writable } from "node:stream"
import { logger } from "@medusajs/framework/logger"
import { z } from "zod"
import { captureOutput } from "./leaks"

/** Where a line stands that the logger (winston) has made, as it would go to its file. */
const LINE = Symbol.for("message")

const piped = z.custom<Pipe>((value) => typeof Reflect.get(Object(value), "pipe") === "function")

type Pipe = { pipe: (to: Writable) => void; unpipe: (from: Writable) => void }

/** Makes the logger say all it can, and keeps its lines beside everything that this process prints. */
export function hearEverything(): { log: () => string; output: () => string; restore: () => void } {
  const output = captureOutput()
  const lines: string[] = []
  const file = new Writable({
    objectMode: true,
    write: (line: object, _encoding, done) => {
      lines.push(String(Reflect.get(line, LINE)))
      done()
    },
  })
  const winston = piped.parse(Reflect.get(logger, "loggerInstance_"))
  logger.setLogLevel("debug")
  winston.pipe(file)
  return {
    log: () => lines.join("\n"),
    output: output.text,
    restore: () => {
      winston.unpipe(file)
      logger.unsetLogLevel()
      output.restore()
    },
  }
}
