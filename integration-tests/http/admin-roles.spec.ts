import { z } from "zod"
import { EXPECTED_PERMISSIONS } from "../../src/contract/test/expected-permissions"
import { logInByKey } from "../setup/merchant"
import { placedOrder } from "../setup/orders"
import { describeShop } from "../setup/shop"
import { customerToken, userWith } from "../setup/users"

const PAYMENT = "checkout_uz_payment"
const CASH_DESK = "checkout_uz_cash_desk"
const ALL = [
  `${PAYMENT}:read`,
  `${PAYMENT}:update`,
  `${CASH_DESK}:read`,
  `${CASH_DESK}:update`,
] as const

const methodSchema = z.enum(["GET", "POST", "DELETE"])
type Route = { method: z.infer<typeof methodSchema>; path: string; needs: (typeof ALL)[number] }

/** `{order}` is an order of the shop; what else has no name here does not exist, and answers 404. */
const ROUTES: Route[] = [
  ...Object.entries(EXPECTED_PERMISSIONS).map(([route, needs]) => {
    const [method, path = ""] = route.split(" ")
    return {
      method: methodSchema.parse(method),
      path: path
        .replace("/admin/checkout-uz/", "")
        .replace("orders/{id}", "orders/{order}")
        .replace(/\{\w+\}/, "none"),
      needs,
    }
  }),
  // Written so, an address is the same one to the router and another one to who compares letters.
  { method: "POST", path: "cash-desks/none/t%65st", needs: `${CASH_DESK}:read` },
]

const READ_ONLY = ALL.filter((permission) => permission.endsWith(":read"))

describeShop("the admin's routes where roles are switched on", { roles: true }, (shop) => {
  let order = ""
  const statusOf = async ({ method, path }: Route, headers: Record<string, string>) => {
    const address = `${shop.baseUrl}/admin/checkout-uz/${path.replace("{order}", order)}`
    const response = await fetch(address, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" ? { body: "{}" } : {}),
    })
    return response.status
  }
  /** `METHOD path: answer` for every route. */
  const answersTo = async (headers: Record<string, string>, sort: (status: number) => string) => {
    const answers: string[] = []
    for (const route of ROUTES) {
      const status = await statusOf(route, headers)
      answers.push(`${route.method} ${route.path}: ${sort(status)}`)
    }
    return answers
  }
  const expected = (of: (route: Route) => string) =>
    ROUTES.map((route) => `${route.method} ${route.path}: ${of(route)}`)
  const allowedOr403 = (status: number) => {
    if (status === 403) return "forbidden"
    return status === 401 || status >= 500 ? String(status) : "allowed"
  }

  beforeEach(async () => {
    order = await placedOrder(shop)
  })

  it.each<[string, readonly string[]]>([
    ["every permission", ALL],
    ["all permissions for reading, and none for changing", READ_ONLY],
    ["the permission to read payments", [`${PAYMENT}:read`]],
    ["the permission to change payments", [`${PAYMENT}:update`]],
    ["permissions for cash desks only", [`${CASH_DESK}:read`, `${CASH_DESK}:update`]],
    ["no role", []],
  ])("let a user with %s do that and nothing else", async (_, permissions) => {
    const authorization = `Bearer ${await userWith(shop, permissions)}`
    expect(await answersTo({ authorization }, allowedOr403)).toEqual(
      expected(({ needs }) => (permissions.includes(needs) ? "allowed" : "forbidden"))
    )
  })

  it("let nobody in who is not a user of the admin", async () => {
    const publishable = shop.store.publishableKey
    const strangers: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${await customerToken(shop)}` },
      { "x-publishable-api-key": publishable },
      { authorization: `Basic ${Buffer.from(`${publishable}:`).toString("base64")}` },
      { authorization: "Bearer nonsense" },
    ]
    for (const headers of strangers) {
      expect(await answersTo(headers, String)).toEqual(expected(() => "401"))
    }
  })

  it("treat a secret API key, which has no role, as core's routes do", async () => {
    const key = await logInByKey(shop)
    const { status } = await key.get("/admin/orders")
    for (const path of ["attention", "cash-desks", "invoices", "orders/{order}/payment-link"]) {
      const answer = await key.get(`/admin/checkout-uz/${path.replace("{order}", order)}`)
      expect([path, answer.status]).toEqual([path, status])
    }
  })
})
