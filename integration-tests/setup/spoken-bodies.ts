import type { ReadyCart, Shop } from "./shop"
import { says, StandIn, type Reply } from "./stand-in"

export const UUID = "11111111-2222-4333-8444-555555555555"
export const PAGE = `https://checkout.uz/pay/${UUID}`

/** The documented answer of `/create_payment` (docs/service.md, 12.1), with changes. */
export function created(changes: Record<string, unknown> = {}): Reply {
  const payment = {
    _id: 61001,
    _uuid: UUID,
    _url: PAGE,
    _amount: 7000,
    _status: "pending",
    _pay_via: { click: "https://checkout.uz/pay/x/click" },
    _lifteme: { _second: 3600, _hour: 1 },
    ...changes,
  }
  return says({ status: "success", payment })
}

export const PENDING = says(
  '{"status":"success","data":{"id":"61001","amount":"7000.00","status":"pending","paid_at":null}}'
)
export const PAID = says(
  '{"status":"success","data":{"id":"61001","amount":"7000.00","status":"paid","created_at":"2026-02-01 10:00:00","paid_at":"2026-02-01 10:04:10"}}'
)
export const WEBHOOK =
  '{"webhook_type":"version_1_1","status":"success","event":"payment_confirmed","payment_system":"click","shop_id":9,"data":{"order_id":61001,"amount":7000,"currency":"UZS","status":"paid","provider_details":{},"perform_time":1784000000123},"timestamp":1784000000}'

/** The answer about a paid invoice, as seen live (docs/service.md, 12.1), with changes. */
export function paid(changes: Record<string, unknown>): Reply {
  const data = { id: "61001", amount: "7000.00", status: "paid", paid_at: null, ...changes }
  return says({ status: "success", data })
}

export async function ledgerRows(shop: Shop): Promise<Record<string, unknown>[]> {
  return shop.sql("SELECT number, state, payment_url FROM checkout_uz_invoice ORDER BY number")
}

export async function emptyLedger(shop: Shop): Promise<void> {
  await shop.sql("DELETE FROM checkout_uz_invoice")
}

/** The two seconds between two questions are tested elsewhere. */
export async function forgetLastQuestion(shop: Shop): Promise<void> {
  await shop.sql("UPDATE checkout_uz_invoice SET requested_at = NULL, answered_at = NULL")
}

export async function complete(shop: Shop, cart: ReadyCart): Promise<Record<string, unknown>> {
  const { body } = await shop.store.post(`/store/carts/${cart.id}/complete`)
  return body as Record<string, unknown>
}

/** A service that says exactly what it is told to, and the plugin's options of a shop beside it. */
export function spokenService() {
  const service = new StandIn()
  beforeAll(() => service.start())
  afterAll(() => service.stop())
  const plugin = {
    // Read when the shop starts: only then is the port known.
    get baseUrl() {
      return service.baseUrl
    },
    paymentHosts: ["checkout.uz"],
    amountRounding: "exact",
    timeouts: { requestMs: 1_500 },
  }
  return { service, plugin }
}

/** A cart over what the documented answers are about; the service makes its invoice, and calls it pending. */
export async function documentedCart(shop: Shop, service: StandIn): Promise<ReadyCart> {
  service.on("create_payment", created())
  service.on("status_payment", PENDING)
  service.calls.length = 0
  return shop.cartOver("7000")
}
