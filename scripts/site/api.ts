import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { API_FOLDER, type Page, ROOT } from "./pages"

const PACKAGE = "medusa-payment-checkout-uz"

/** What a store's or a shop's own code imports; the rest is named in a configuration, and not called. */
const ENTRIES = {
  storefront: "src/storefront/index.ts",
  "storefront.react": "src/storefront/react.ts",
  sandbox: "src/sandbox/index.ts",
  workflows: "src/workflows/index.ts",
}

/** Its pages, which TypeDoc writes. */
export const API_PAGES: readonly Page[] = Object.keys(ENTRIES).map((name) => ({
  file: `${API_FOLDER}/${name}.md`,
  text: `…/${name.replace(".", "/")}`,
}))

/**
 * Writes the pages of the API from the comments in the code.
 *
 * @throws Error where something public has no comment, or a comment leads nowhere
 */
export async function writeApi(): Promise<string> {
  const folder = join(ROOT, API_FOLDER)
  await rm(folder, { recursive: true, force: true })
  const { Application } = await import("typedoc")
  const app = await Application.bootstrapWithPlugins({
    ...READING,
    ...writing(folder),
    plugin: ["typedoc-plugin-markdown"],
  })
  const project = await app.convert()
  if (project === undefined) throw new Error("TypeDoc cannot read the entry points of the API.")
  app.validate(project)
  // TypeDoc has said which.
  if (app.logger.hasWarnings() || app.logger.hasErrors()) {
    throw new Error("The comments of the API are not whole.")
  }
  await app.generateOutputs(project)
  return finish(folder)
}

const READING = {
  entryPoints: Object.values(ENTRIES).map((file) => join(ROOT, file)),
  tsconfig: join(ROOT, "tsconfig.json"),
  // `npm run typecheck` looks for those.
  skipErrorChecking: true,
  readme: "none",
  excludeExternals: true,
  disableSources: true,
  sort: ["source-order" as const],
  validation: { notDocumented: true, notExported: true, invalidLink: true },
  // Of the ledger and of the whole plugin; docs/alerts.md and docs/architecture.md have them.
  intentionallyNotExported: ["Invoice", "BlockerReason", "Problem"],
  // A parameter whose name and type say it all needs no sentence.
  requiredToBeDocumented: [
    "Function" as const,
    "Class" as const,
    "Interface" as const,
    "TypeAlias" as const,
    "Variable" as const,
    "Property" as const,
    "Method" as const,
  ],
  logLevel: "Warn" as const,
}

/** The options of the plugin, which TypeDoc's own types do not know. */
function writing(folder: string) {
  return {
    outputs: [{ name: "markdown", path: folder }],
    outputFileStrategy: "modules",
    flattenOutputFiles: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    // It numbers headings of one name otherwise than VitePress does.
    useHTMLAnchors: true,
    useCodeBlocks: true,
    pageTitleTemplates: { module: `${PACKAGE}/{name}` },
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    typeDeclarationFormat: "table",
    typeAliasPropertiesFormat: "table",
    expandObjects: true,
    propertyMembersFormat: "table",
    groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases"],
  }
}

/** Takes out an index of four names, and the anchors nobody leads to. */
async function finish(folder: string): Promise<string> {
  await rm(join(folder, "README.md"), { force: true })
  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))
  const isLedTo = (anchor: string) => texts.some((text) => text.includes(`#${anchor})`))
  for (const [n, name] of names.entries()) {
    const text = (texts[n] ?? "").replaceAll(
      /<a id="([^"]*)"><\/a>\s*/g,
      (whole, anchor: string) => (isLedTo(anchor) ? whole : "")
    )
    await writeFile(join(folder, name), text)
  }
  return `${names.length} pages`
}
