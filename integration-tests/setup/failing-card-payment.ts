import { expectSettledOnce } from "./books"
import type { echoingService } from "./echoing-service"
import { ECHOES, type Echo } from "./echoing-service"
import { ledgerOf } from "./ledger"
import { databaseText } from "./leaks"
import { type Fault } from "./sandbox-control"
import { judgementIsOver, pauseIsOver } from "./patience"
import { type Shop } from "./shop"

/** The one code and the one kind of card that the sandbox takes, and what is told from anything else by itself. */
export const CODE = "123456"
export const WRONG_CODE = "739182"
export const CARD = { card_number: "8600 0000 0000 0001", card_expiry: "09/87" }
const UNKNOWN_CARD = { ...CARD, card_number: "8600 4917 3062 8854" }
export const CARD_SECRETS = {
  cards: [CARD.card_number, UNKNOWN_CARD.card_number],
  expiry: CARD.card_expiry,
  codes: [CODE, WRONG_CODE],
}

/** How the sandbox fails a call. */
export const FAILURES: Fault[] = ["http_500", "http_429", "status_error", "html", "reset", "hang"]

type EchoingService = ReturnType<typeof echoingService>

/** The tokens that the service gives for a card's second step, as the plugin reads them. */
export function recordTokens(shop: Shop): { issued: string[]; restore: () => void } {
  const { requests } = ledgerOf(shop)
  const real = requests.payViaCard.bind(requests)
  const issued: string[] = []
  const spy = jest.spyOn(requests, "payViaCard").mockImplementation(async (invoice, card) => {
    const started = await real(invoice, card)
    issued.push(started.paymentToken)
    return started
  })
  return {
    issued,
    restore: () => {
      spy.mockRestore()
    },
  }
}

/** As badly made services do: in the answer is what was sent, body and all. */
function echoesWith(body: Readonly<Record<string, unknown>>): Echo[] {
  const json = JSON.stringify(body)
  // PHP writes a slash so.
  const sentBody = `${json} ${json.replaceAll("/", String.raw`\/`)}`
  return ECHOES.map((echo) => ({ ...echo, body: (sent: string) => echo.body(sent + sentBody) }))
}

/** A customer pays by card while each of the two steps fails in one way after the other. */
export async function payByCardThroughFailures(
  shop: Shop,
  service: EchoingService,
  issued: readonly string[]
) {
  const { cart, session } = await shop.startedCart()
  const route = `/store/checkout-uz/payment-sessions/${session.id}/card`
  const submit = async (card = CARD) => (await shop.store.post(route, card)).status
  const confirm = async (sms_code: string) =>
    (await shop.store.post(`${route}/confirm`, { sms_code })).status

  expect(await submit(UNKNOWN_CARD)).toBe(400)
  for (const kind of FAILURES) {
    await shop.sandbox.fault("pay_via_card", kind)
    expect(await submit(UNKNOWN_CARD)).toBeGreaterThanOrEqual(400)
    await shop.sandbox.clearFaults()
    await pauseIsOver(shop)
  }
  for (const card of [CARD, UNKNOWN_CARD]) {
    for (const echo of echoesWith(card)) {
      service.answerWith(echo)
      expect(await submit(card)).toBeGreaterThanOrEqual(400)
      service.answerWith(undefined)
    }
  }
  for (const kind of FAILURES) {
    expect(await submit()).toBe(200)
    await shop.sandbox.fault("confirm_card_payment", kind)
    expect(await confirm(WRONG_CODE)).toBeGreaterThanOrEqual(400)
    await shop.sandbox.clearFaults()
    await pauseIsOver(shop)
    await judgementIsOver(shop)
  }
  for (const n of ECHOES.keys()) {
    expect(await submit()).toBe(200)
    const sent = { payment_token: issued.at(-1), sms_code: n % 2 === 0 ? CODE : WRONG_CODE }
    service.answerWith(echoesWith(sent)[n])
    expect(await confirm(sent.sms_code)).toBeGreaterThanOrEqual(400)
    service.answerWith(undefined)
  }
  expect(await submit()).toBe(200)
  const betweenSteps = await databaseText(shop)
  expect(await confirm(WRONG_CODE)).toBe(400)
  expect(await confirm(CODE)).toBe(200)
  const { orders } = await expectSettledOnce(shop, cart)
  return { cart, orderId: orders[0]?.id ?? "", betweenSteps }
}
