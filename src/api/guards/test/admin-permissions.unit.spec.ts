import { EXPECTED_PERMISSIONS } from "../../../contract/test/expected-permissions"
import { adminPermissions } from "../admin-permissions"

/** The permissions that stand in front of a request, as Medusa's router compares addresses. */
function standingBefore(method: string, address: string): string[] {
  return adminPermissions
    .filter((route) => [route.methods].flat().some((one) => one === method))
    .filter(({ matcher }) => {
      const pattern = String(matcher).replaceAll(/:\w+/g, "[^/]+")
      return new RegExp(`^${pattern}/?$`, "i").test(address)
    })
    .flatMap(({ policies }) => [policies ?? []].flat())
    .map(({ resource, operation }) => [resource, operation].flat().join(":"))
}

const ROUTES = Object.entries(EXPECTED_PERMISSIONS).map(([route, needs]) => {
  const [method = "", path = ""] = route.split(" ")
  return { method, address: path.replaceAll(/\{\w+\}/g, "x-1"), needs }
})

describe("the permissions in front of the admin's routes", () => {
  it.each(ROUTES)("$method $address is reached with $needs alone", ({ method, address, needs }) => {
    expect([...new Set(standingBefore(method, address))]).toEqual([needs])
  })

  it("are there however an address is written", () => {
    const needs = "checkout_uz_cash_desk:read"
    for (const written of ["t%65st", "TEST", "test/"]) {
      expect(standingBefore("POST", `/admin/checkout-uz/cash-desks/main/${written}`)).toEqual([
        needs,
      ])
    }
  })
})
