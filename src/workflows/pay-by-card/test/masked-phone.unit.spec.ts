import { maskedPhoneIn } from "../masked-phone"

describe("the phone that a code went to", () => {
  it.each([
    ["The code was sent to **1234.", "**1234"],
    ["Код отправлен на номер +998 90 *** ** 67", "+998 90 *** ** 67"],
    ["Kod +998(90)***-**-67 raqamiga yuborildi (5 daqiqa)", "+998(90)***-**-67"],
    ["998******567 raqamiga", "998******567"],
    ["In 5 minutes, •••67", "•••67"],
  ])("is found in %j", (message, phone) => {
    expect(maskedPhoneIn(message)).toBe(phone)
  })

  it.each([
    ["nothing", ""],
    ["no phone at all", "A confirmation code was sent by SMS to the phone linked to the card."],
    ["a phone that is not masked", "The code was sent to +998 90 123 45 67"],
    ["a masked card", "The code for 8600 **** **** 1234 was sent"],
    ["stars alone", "**** the code was sent ****"],
    ["a time and a star", "Valid for 300 seconds*"],
  ])("is not made up where there is %s", (_, message) => {
    expect(maskedPhoneIn(message)).toBeUndefined()
  })

  it("is looked for in no time, however long the message", () => {
    const startedAt = performance.now()
    maskedPhoneIn("1 ".repeat(50_000) + "( - ".repeat(50_000))
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
