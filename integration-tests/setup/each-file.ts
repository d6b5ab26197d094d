/** A server takes some seconds to start, and fifty races take their time on two cores. */
jest.setTimeout(120_000)

// What a file listens in on, or makes fail, may be alive when the next one begins: a shop, the logger.
afterAll(() => {
  jest.restoreAllMocks()
})
