import { boundsOfDay, dayInToshkent } from "../tashkent-time"

it("knows the day in Toshkent, which begins at seven in the evening of UTC", () => {
  expect(dayInToshkent(new Date("2026-11-28T18:59:59.999Z"))).toBe("2026-11-28")
  expect(dayInToshkent(new Date("2026-11-28T19:00:00Z"))).toBe("2026-11-29")
})

it("bounds a day so that each moment is in exactly one", () => {
  const { begin, end } = boundsOfDay("2026-11-28")
  expect(begin.toISOString()).toBe("2026-11-27T19:00:00.000Z")
  expect(end).toEqual(boundsOfDay("2026-11-29").begin)
})
