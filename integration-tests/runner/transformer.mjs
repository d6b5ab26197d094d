import { createTransformer as createSwcTransformer } from "@swc/jest"

/** Packages, and the plugin as it is built. */
const PACKAGES = /\/(node_modules|\.medusa)\//

/** `nodeRequire` is there inside of jest's sandbox (environment.ts), and not in a global set-up. */
const LOAD_BY_NODE = `
  if (typeof nodeRequire !== "undefined") module.exports = nodeRequire(__filename)
  else module._compile(require("node:fs").readFileSync(__filename, "utf8"), __filename)
`

const PARAMETERS = ["module", "exports", "require", "__dirname", "__filename", "jest"]

const compileByNode = (code) => `
  require("node:vm")
    .compileFunction(${JSON.stringify(code)}, ${JSON.stringify(PARAMETERS)}, { filename: __filename })
    .call(exports, module, exports, require, __dirname, __filename, typeof jest === "undefined" ? undefined : jest)
`

/**
 * Takes code out of jest's sandbox, in which a whole Medusa is loaded anew for every file of tests: Node
 * itself loads packages, once for a worker, and compiles what is ours, which jest still resolves and keeps
 * for one file only.
 */
export default {
  createTransformer(options) {
    const swc = createSwcTransformer(options)
    return {
      getCacheKey: (...given) => `${swc.getCacheKey(...given)}-by-node`,
      process(source, path, given) {
        if (PACKAGES.test(path)) return { code: LOAD_BY_NODE }
        const { code, map } = swc.process(source, path, given)
        return { code: compileByNode(code), map }
      },
    }
  },
}
