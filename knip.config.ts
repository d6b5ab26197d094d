import type { KnipConfig } from "knip"

/** Medusa finds a plugin's parts by their folder, and some packages by their name. */
const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "src/{api,jobs,policies,scripts,subscribers}/**/*.ts",
        "src/admin/routes/**/page.tsx",
        "src/admin/widgets/*.tsx",
        "src/admin/i18n/index.ts",
        "src/cli/main.ts",
        "src/sandbox/cli.ts",
        "src/modules/*/index.ts",
        "src/modules/*/migrations/*.ts",
        "src/providers/*/index.ts",
        "src/storefront/{index,react}.ts",
        "{integration-tests,scripts}/**/*.spec.ts",
        "integration-tests/app/medusa-config.ts",
        "integration-tests/cluster/main.ts",
        "integration-tests/cluster/store/medusa-config.ts",
        "scripts/*/main.ts",
        "bench/main.ts",
        "scripts/site/.vitepress/config.mts",
        "scripts/site/.vitepress/theme/index.mts",
        "bench/store/{*,src/**/*}.ts",
      ],
      project: [
        "src/**/*.{ts,tsx}",
        "integration-tests/**/*.ts",
        "scripts/**/*.{ts,mts}",
        "bench/**/*.ts",
      ],
      ignoreDependencies: [
        // Medusa's plugin build runs only where these are listed, and bundles the admin with them.
        "@medusajs/admin-sdk",
        "@medusajs/icons",
        "@medusajs/ui",
        "@medusajs/utils",
        // For command lines: Medusa's needs the first two, the demo runs on the third.
        "ajv",
        "ts-node",
        "tsx",
        // The demo builds its shop with them.
        "@vitejs/plugin-react",
        "vite",
        // examples/nextjs is compiled with them.
        "next",
        "types-react-19",
        // TypeDoc is told of it by its name.
        "typedoc-plugin-markdown",
        // Jest puts them in zod's place: see jest.config.cjs.
        "zod-lowest",
        "zod-newest",
        // The demo and the tests find the plugin by its name, as a store does.
        "medusa-payment-checkout-uz",
      ],
    },
    "examples/demo-store": {
      entry: ["medusa-config.ts", "src/scripts/*.ts"],
      ignoreDependencies: ["@medusajs/admin-sdk", "medusa-payment-checkout-uz"],
    },
    "examples/storefront": { project: ["src/**/*.{ts,tsx}"] },
  },
  // The build, which the package's exports point at.
  ignore: [".medusa/**"],
}

export default config
