import boundaries from "eslint-plugin-boundaries"
import tseslint from "typescript-eslint"

/**
 * The floors of the building, from the ground up. An import may only point down, never sideways;
 * the sandbox stands beside them and shares nothing, so that a mistake in the client cannot hide
 * behind the same mistake in the sandbox.
 */
const LEDGER = "src/modules/checkout-uz"
/** The ledger's rooms: each may use those before it. */
const rooms = [
  "settings",
  "alerts",
  "webhooks",
  "cash-desks",
  "credentials",
  "invoices",
  "payouts",
  "books",
]
const floors = [
  // Closed lists of words, and bounds, which the contract and the browser read too.
  {
    type: "ledger-words",
    pattern: `${LEDGER}/{alerts/alert,cash-desks/problem,invoices/states,settings/choices}.ts`,
    mode: "file",
  },
  {
    type: "ledger-base",
    pattern: `${LEDGER}/{database,tashkent-time,ttl-cache}.ts`,
    mode: "file",
  },
  { type: "ledger-samples", pattern: `${LEDGER}/test` },
  ...rooms.map((room) => ({ type: room, pattern: `${LEDGER}/${room}` })),
  { type: "client", pattern: "src/client" },
  { type: "ledger", pattern: LEDGER },
  { type: "payment-context", pattern: "src/payment-context" },
  { type: "provider", pattern: "src/providers/checkout-uz" },
  { type: "contract", pattern: "src/contract" },
  { type: "workflows", pattern: "src/workflows" },
  { type: "api", pattern: "src/api" },
  { type: "jobs", pattern: "src/jobs" },
  { type: "subscribers", pattern: "src/subscribers" },
  { type: "policies", pattern: "src/policies" },
  { type: "admin", pattern: "src/admin" },
  { type: "scripts", pattern: "src/scripts" },
  // Runs in the shop's browser: it knows the store API, and nothing of the server.
  { type: "storefront", pattern: "src/storefront" },
  { type: "cli", pattern: "src/cli" },
]
const below = {
  "ledger-words": ["client"],
  ledger: ["client", "ledger-words", "ledger-base", ...rooms],
  "payment-context": ["client", "ledger"],
  provider: ["client", "ledger", "payment-context"],
  contract: ["ledger", "ledger-words"],
  workflows: ["client", "ledger", "payment-context", "provider", "contract"],
}
// A room of the ledger sees those before it, and never the service that opens them all.
for (const [n, room] of rooms.entries()) {
  below[room] = ["client", "ledger-words", "ledger-base", ...rooms.slice(0, n)]
}
// What tests of every floor are made of.
below["ledger-samples"] = ["ledger", ...below.ledger]
for (const floor of [...rooms, "payment-context", "provider", "workflows"]) {
  below[floor].push("ledger-samples", "ledger-words")
}
const groundUp = [
  "client",
  "ledger",
  "ledger-words",
  "payment-context",
  "provider",
  "contract",
  "workflows",
]
for (const entry of ["api", "jobs", "subscribers", "policies", "scripts", "admin"]) {
  below[entry] = groundUp
}

// The command line starts a store's own server and the sandbox, and runs nothing of the plugin itself.
below.cli = ["contract", "sandbox"]

const allow = (from, to) => ({
  from: { type: from },
  allow: to.map((type) => ({ to: { type } })),
})

export default tseslint.config(
  {
    ignores: [
      "**/migrations/Migration*.ts",
      "node_modules",
      ".medusa",
      ".demo",
      ".site",
      "coverage",
      "examples/demo-store/.medusa",
      "examples/demo-store/public",
      "bin",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["*.mjs", "*.cjs", "*.js", "*.config.ts"] },
      },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { boundaries },
    settings: {
      "boundaries/elements": [...floors, { type: "sandbox", pattern: "src/sandbox" }],
      "import/resolver": { node: { extensions: [".ts", ".tsx"] } },
    },
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          message: "An import may only point down, never up, sideways or into the sandbox.",
          rules: [
            ...[...floors.map((floor) => floor.type), "sandbox"].map((type) => allow(type, [type])),
            ...Object.entries(below).map(([from, to]) => allow(from, to)),
          ],
        },
      ],
    },
  },
  { files: ["**/*.{mjs,cjs,js}"], ...tseslint.configs.disableTypeChecked }
)
