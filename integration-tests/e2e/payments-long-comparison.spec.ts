import { historyAnswerSchema } from "../../src/contract"
import { hindrances, openAdmin } from "./setup/browser"
import { PAYMENTS_PAGE } from "./setup/payments-page"
import { keepScreen } from "./setup/pictures"

const HISTORY = "**/admin/checkout-uz/cash-desks/*/history?*"
const LOOKS = [
  {
    language: "en",
    width: 1280,
    run: "Compare",
    lists: "The latest 1 of 82,333 are listed. The CSV file has them all.",
    counts: "82,333 invoices",
  },
  {
    language: "ru",
    width: 1280,
    run: "Сверить",
    lists: "В списке последние 1 из 82\u00a0333. Полный список — в файле CSV.",
    counts: "82\u00a0333 счёта",
  },
  {
    language: "uz",
    width: 390,
    run: "Solishtirish",
    lists: "Roʻyxatda 82\u00a0333 tadan oxirgi 1 tasi bor. Hammasi CSV faylda.",
    counts: "82\u00a0333 ta invoys",
  },
] as const

describe("a comparison of more payments than a page lists", () => {
  it.each(LOOKS)(
    "says so in $language at $width px, and counts them all",
    async ({ run, lists, counts, ...look }) => {
      const { page, problems } = await openAdmin(look)
      await page.route(HISTORY, async (route) => {
        const real = historyAnswerSchema.parse(await (await route.fetch()).json())
        const [one] = real.both
        if (!one) throw new Error("The shop has no payment to compare.")
        const only_ours = { count: 82_333, amount: 5_351_645_000, paid: 5_351_645_000 }
        await route.fulfill({
          json: {
            ...real,
            only_ours: [one],
            totals: { ...real.totals, only_ours: { ...only_ours, given_back: 0, unbooked: 0 } },
          },
        })
      })
      await page.goto(`${PAYMENTS_PAGE}?tab=report`)
      await page.getByRole("button", { name: run, exact: true }).click()
      await page.getByText(lists).scrollIntoViewIfNeeded()
      await page.getByText(counts).waitFor()
      // A button in dark colours fades while the pointer rests on it.
      await page.mouse.move(0, 0)
      await keepScreen(page, `payments-long-comparison-${look.language}`)
      expect(await hindrances(page, look)).toEqual([])
      expect(problems).toEqual([])
    }
  )
})
