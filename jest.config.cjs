/** Unit tests run alone; integration tests boot a real Medusa server (see integration-tests/README.md). */
const unit = {
  displayName: "unit",
  testEnvironment: "node",
  transform: {
    "^.+\\.[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true, decorators: true },
          target: "es2022",
          transform: { react: { runtime: "automatic" } },
        },
      },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.demo/", "<rootDir>/examples/demo-store/.medusa/"],
}

module.exports = {
  projects: [{ ...unit, testMatch: ["<rootDir>/src/**/test/**/*.unit.spec.ts"] }],
}
