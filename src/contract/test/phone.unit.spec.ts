import { formatPhone } from "../phone"

it("writes a phone of Uzbekistan as people there do, and another as it is", () => {
  const spaced = "+998 90 123 45 67".replaceAll(" ", "\u00a0")
  expect(formatPhone("+998901234567")).toBe(spaced)
  expect(formatPhone("998901234567")).toBe(spaced)
  expect(formatPhone("+77011234567")).toBe("+77011234567")
})
