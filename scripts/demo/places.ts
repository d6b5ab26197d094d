import { join, resolve } from "node:path"

const root = resolve(__dirname, "..", "..")
const store = join(root, "examples", "demo-store")
const shop = join(root, "examples", "storefront")
/** A test keeps its own store apart from the developer's. */
const demo = process.env.DEMO_FOLDER ?? join(root, ".demo")

/** Every file and folder the demo reads or writes, as absolute paths. */
export const places = {
  root,
  pluginSources: join(root, "src"),
  pluginTsconfig: join(root, "tsconfig.json"),
  buildSteps: join(root, "scripts", "build"),
  pluginBuild: join(root, ".medusa", "server"),
  pluginStamp: join(root, ".medusa", "demo-build.json"),
  medusaPackage: join(root, "node_modules", "@medusajs", "medusa", "package.json"),
  medusaCli: join(root, "node_modules", "@medusajs", "cli", "cli.js"),
  store,
  storeSources: join(store, "src"),
  storeConfig: join(store, "medusa-config.ts"),
  adminBuilt: join(store, ".medusa", "admin"),
  adminServed: join(store, "public", "admin"),
  adminStamp: join(store, ".medusa", "demo-admin.json"),
  shop,
  shopSources: ["src", "public", "index.html", "vite.config.ts"].map((name) => join(shop, name)),
  viteCli: join(root, "node_modules", "vite", "bin", "vite.js"),
  shopServed: join(demo, "shop"),
  shopStamp: join(demo, "shop.json"),
  demo,
  postgres: join(demo, "postgres"),
  secrets: join(demo, "secrets.json"),
  seeded: join(demo, "seed.json"),
  prepared: join(demo, "prepared.json"),
  state: join(demo, "state.json"),
  log: (name: string) => join(demo, `${name}.log`),
} as const
