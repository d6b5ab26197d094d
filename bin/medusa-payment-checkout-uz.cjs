#!/usr/bin/env node
const path = require("node:path")
const { existsSync } = require("node:fs")

const cli = path.join(__dirname, "../.medusa/server/src/cli/main.js")

if (existsSync(cli)) {
  require(cli)
} else {
  process.stderr.write("The package is not built yet: run `npm run build` in it first.\n")
  process.exitCode = 1
}
