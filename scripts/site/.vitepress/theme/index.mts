import { type Theme, useData } from "vitepress"
import DefaultTheme from "vitepress/theme"
import { defineComponent, h } from "vue"
import "./style.css"

/** The theme's own, in the page's language: it is read aloud, and broken into lines, in that. */
const Layout = defineComponent(() => {
  const { frontmatter } = useData()
  return () => {
    const language: unknown = frontmatter.value["language"]
    return h(DefaultTheme.Layout, { lang: typeof language === "string" ? language : "en" })
  }
})

const theme: Theme = { extends: DefaultTheme, Layout }

export default theme
