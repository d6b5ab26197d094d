const SWC = {
  jsc: {
    parser: { syntax: "typescript", tsx: true, decorators: true },
    target: "es2022",
    transform: { react: { runtime: "automatic" } },
  },
}

/** Unit tests run alone; the others boot a real Medusa server (see integration-tests/README.md). */
const base = {
  testEnvironment: "node",
  transform: { "^.+\\.[jt]sx?$": ["@swc/jest", SWC] },
  // The built plugin runs as it is published; its package.json copies are not packages of their own.
  transformIgnorePatterns: ["/node_modules/", "/\\.medusa/"],
  modulePathIgnorePatterns: [
    "<rootDir>/.demo/",
    "<rootDir>/examples/demo-store/.medusa/",
    "<rootDir>/.plain/",
  ],
}

/**
 * A store's package manager chooses zod within our range: what reads the service's answers and the
 * developer's options reads the same with its lowest and with its newest.
 */
const withZod = (alias) => ({
  ...base,
  displayName: alias,
  testMatch: [
    "<rootDir>/src/client/test/{live-answers-*,parsers,requests,texts}.unit.spec.ts",
    "<rootDir>/src/modules/checkout-uz/{settings,cash-desks}/test/{options,options-wrong,entries,setting}.unit.spec.ts",
    "<rootDir>/src/providers/checkout-uz/test/starting.unit.spec.ts",
  ],
  modulePathIgnorePatterns: [...base.modulePathIgnorePatterns, "<rootDir>/.medusa/"],
  moduleNameMapper: { "^zod$": alias, "^zod/(.*)$": `${alias}/$1` },
})

module.exports = {
  testSequencer: "<rootDir>/integration-tests/runner/sequencer.mjs",
  reporters: ["default", "<rootDir>/integration-tests/runner/reporter.mjs"],
  projects: [
    {
      ...base,
      displayName: "unit",
      testMatch: [
        "<rootDir>/src/**/test/**/*.unit.spec.ts",
        "<rootDir>/integration-tests/**/test/**/*.unit.spec.ts",
        "<rootDir>/scripts/**/test/**/*.unit.spec.ts",
      ],
      modulePathIgnorePatterns: [...base.modulePathIgnorePatterns, "<rootDir>/.medusa/"],
    },
    withZod("zod-lowest"),
    withZod("zod-newest"),
    {
      ...base,
      displayName: "http",
      testEnvironment: "<rootDir>/integration-tests/runner/environment.ts",
      transform: {
        "^.+\\.([cm]?js|[jt]sx?)$": ["<rootDir>/integration-tests/runner/transformer.mjs", SWC],
      },
      transformIgnorePatterns: [],
      testMatch: ["<rootDir>/integration-tests/http/**/*.spec.ts"],
      globalSetup: "<rootDir>/integration-tests/setup/global-setup.ts",
      globalTeardown: "<rootDir>/integration-tests/setup/global-teardown.ts",
      setupFilesAfterEnv: ["<rootDir>/integration-tests/setup/each-file.ts"],
    },
    {
      ...base,
      displayName: "e2e",
      testMatch: ["<rootDir>/integration-tests/e2e/*.spec.ts"],
      globalSetup: "<rootDir>/integration-tests/e2e/setup/global-setup.ts",
      globalTeardown: "<rootDir>/integration-tests/e2e/setup/global-teardown.ts",
      setupFilesAfterEnv: [
        "<rootDir>/integration-tests/setup/each-file.ts",
        "<rootDir>/integration-tests/e2e/setup/each-test.ts",
      ],
    },
    {
      // Beside "e2e", whose tests share one store: these have a sandbox of their own.
      ...base,
      displayName: "sandbox-pages",
      testMatch: ["<rootDir>/integration-tests/e2e/sandbox/*.spec.ts"],
      setupFilesAfterEnv: [
        "<rootDir>/integration-tests/setup/each-file.ts",
        "<rootDir>/integration-tests/e2e/setup/each-test.ts",
      ],
    },
  ],
}
