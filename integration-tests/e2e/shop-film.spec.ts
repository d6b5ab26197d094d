import { english } from "../../src/sandbox/pages/translations/en"
import { filmOf } from "./setup/film"
import { keepFilm } from "./setup/pictures"
import { PHONE } from "./setup/shop-looks"
import { atPayment, CARD, orderIsShown, payButton, WORDS } from "./setup/shopping"

describe("the moving picture of a payment", () => {
  it("goes from the choice of how to pay over the SMS code to the placed order", async () => {
    const words = WORDS.en
    const { page, problems } = await atPayment({ language: "en", width: PHONE })
    await page.setViewportSize({ width: PHONE, height: 760 })
    await page.waitForLoadState("networkidle")
    const film = filmOf(page)
    const arrived = (heading: string) =>
      page.getByRole("heading", { name: heading, exact: true }).waitFor()

    await film.hold(1_000)
    await film.press(page.locator("label", { hasText: words.cardThere }))
    await film.press(payButton(page, words))
    await arrived(english.payByCard)
    await film.hold(1_500)
    await film.type(page.getByLabel(english.cardNumber), CARD.number)
    await film.type(page.getByLabel(english.cardExpiry), CARD.expiry)
    await film.press(page.getByRole("button", { name: english.sendCode }))
    await arrived(english.enterCode)
    await film.hold(1_500)
    await film.type(page.getByLabel(english.smsCode), CARD.code)
    await film.press(page.getByRole("button", { name: /^Pay / }))
    await arrived(english.paidTitle)
    await film.hold(1_800)
    await orderIsShown(page, words)
    await film.hold(3_500)
    await keepFilm(await film.develop(), "payment")
    expect(problems).toEqual([])
  })
})
