/** How a command begins, the file that runs it, and the words with which it does. */
type Run = readonly [command: string, file: string, words: string]

const TESTED = "package.json"
const NEW_STORE = "scripts/package/fresh-store.ts"

/** What runs each command that the pages name. The longest beginning counts. */
export const RUNS: readonly Run[] = [
  ["npm ci", ".ci/run", "npm ci"],
  ["npm test", ".ci/run", "npm test"],
  ["npm run demo", ".ci/run", "npm run demo -- --once --reset"],
  ["npm run bundle", ".ci/run", "npm run bundle"],
  ["npm run docs", ".ci/run", "npm run docs"],
  ["npm run bench", ".ci/run", "npm run bench -- --short"],
  ["npm run test:cluster", ".ci/run", "npm run test:cluster"],
  ["npm run test:package", ".ci/run", "npm run test:package"],
  ["npm run test:e2e", ".ci/run", "npm run test:store-pages"],
  ["npm run check", TESTED, "npm run check &&"],
  ["npm run lint", TESTED, "npm run lint &"],
  ["npm run typecheck", TESTED, "npm run typecheck &"],
  ["npm run test:unit", TESTED, "npm run test:unit &&"],
  ["npm run build", TESTED, "npm run build &&"],
  ["npm run test:integration", TESTED, "&& npm run test:integration"],
  ["npm run docs:options", "scripts/documents/test/configuration.unit.spec.ts", "withTables(page)"],
  ["npm run sandbox", "src/sandbox/test/cli.unit.spec.ts", "cli.ts"],
  ["npx jest", "scripts/documents/commands.ts", "--listTests"],
  ["npx medusa db:migrate", NEW_STORE, `"db:migrate"`],
  [
    "npx medusa exec",
    "integration-tests/http/admin-cash-desk-key-replaced.spec.ts",
    "import reencryptApiKeys",
  ],
  ["medusa exec", NEW_STORE, `"exec"`],
  ["npx medusa-payment-checkout-uz sandbox", NEW_STORE, `"sandbox", "--port"`],
  ["npx medusa-payment-checkout-uz doctor", NEW_STORE, `"doctor", "--json"`],
  ["npm install medusa-payment-checkout-uz", "scripts/package/managers.ts", `"npm"`],
  ["pnpm add medusa-payment-checkout-uz", "scripts/package/managers.ts", `"pnpm"`],
  ["yarn add medusa-payment-checkout-uz", "scripts/package/managers.ts", `"yarn"`],
]

/** What nothing runs, and why; what can be known of it without that is held all the same. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "git clone": "the address of the repository is not known yet",
  "cd medusa-payment-checkout-uz": "the folder that git clone makes",
  "git apply": "needs Medusa's starter; that the patch is what the page says is a test",
  "echo ready": "stands for what comes next",
  "openssl rand": "a program of the machine's; 32 bytes in base64 are a key in every test",
  curl: "needs a live store; method, address and body are held against the routes",
  "npm publish": "publishes",
  "npm run dev": "a store's own script; new stores are started as production is",
  "npm run version": "releases",
  "npx changeset pre exit": "releases",
  "npm run changeset": "asks questions",
  "npm run bench profile": "measures for minutes, and nothing hangs on it",
  "npm run bench partitions":
    "measures for minutes; integration-tests/http/tables-by-month.spec.ts runs the same statements",
  "npm run bench sandbox": "measures for minutes, and nothing hangs on it",
  "npx medusa db:rollback": "deletes every row; that the module has this name is held",
  "npm run migration": "writes a migration",
  "npx medusa plugin:db:generate": "writes a migration",
}
