import type { DefaultTheme } from "vitepress" with { "resolution-mode": "import" }
import { API_PAGES } from "./api"
import { fileOf, isGroup, type Page, placeOf, sections, textOf } from "./pages"

type Item = DefaultTheme.SidebarItem

/** What stands beside every page. The decisions, and who comes last, are folded. */
export function sidebar(): Item[] {
  const own = sections().map(({ text, pages }): Item => ({
    text,
    items: pages.map((one) =>
      isGroup(one) ? { text: one.text, collapsed: true, items: one.pages.map(itemOf) } : itemOf(one)
    ),
  }))
  return [...own, { text: "API", items: API_PAGES.map(itemOf) }]
}

function itemOf(page: Page): Item {
  return { text: textOf(page), link: `/${placeOf(fileOf(page)).replace(/(index)?\.md$/, "")}` }
}
