import { OPERATIONS } from "../operations"
import { EXPECTED_PERMISSIONS } from "./expected-permissions"

/** `METHOD /path` and the permission that the contract asks for it. */
const asked = OPERATIONS.map(({ method, path, permission }): [string, string] => [
  `${method} ${path}`,
  `${permission.resource}:${permission.operation}`,
])

describe("what a role may do in the admin", () => {
  it("is, for every route, what was written down for it by hand", () => {
    expect(Object.fromEntries(asked)).toEqual(EXPECTED_PERMISSIONS)
    expect(asked).toHaveLength(Object.keys(EXPECTED_PERMISSIONS).length)
  })

  it("changes nothing with a permission to read, but for the test of a key, which keeps nothing", () => {
    const changing = asked.filter(([route, needs]) => !/^GET /.test(route) && /:read$/.test(needs))
    expect(changing.map(([route]) => route)).toEqual([
      "POST /admin/checkout-uz/cash-desks/{cash_desk}/test",
    ])
  })
})
