export const MANAGERS = ["npm", "pnpm", "yarn"] as const
export type Manager = (typeof MANAGERS)[number]

/** As a developer types them, in the folder of the server. */
type Commands = {
  /** In the store's own folder. */
  install: readonly string[]
  add: (tarball: string) => readonly string[]
  remove: (name: string) => readonly string[]
}

/** The version that Medusa's starter names. */
const PNPM = ["npx", "--yes", "pnpm@10.11.1"]
const YARN = ["npx", "--yes", "--package", "@yarnpkg/cli-dist@4.12.0", "yarn"]
/** What is in npm's cache is not asked for again. */
const NPM = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]

export const commandsOf: Record<Manager, Commands> = {
  npm: {
    install: ["npm", "install", ...NPM],
    add: (tarball) => ["npm", "install", ...NPM, tarball],
    remove: (name) => ["npm", "uninstall", ...NPM, name],
  },
  pnpm: {
    install: [...PNPM, "install", "--prefer-offline"],
    add: (tarball) => [...PNPM, "add", "--prefer-offline", tarball],
    remove: (name) => [...PNPM, "remove", name],
  },
  yarn: {
    install: [...YARN, "install", "--no-immutable"],
    add: (tarball) => [...YARN, "add", `medusa-payment-checkout-uz@file:${tarball}`],
    remove: (name) => [...YARN, "remove", name],
  },
}
