/** A server takes some seconds to start, and fifty races take their time on two cores. */
jest.setTimeout(120_000)
