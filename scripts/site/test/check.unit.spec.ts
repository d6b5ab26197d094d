import { deadLinks, fromOutside } from "../check"

/** A site of two pages. */
const files = new Map([
  ["index.html", '<h1 id="one">'],
  ["docs/a.html", '<h2 id="что-это">'],
])
const site = { names: new Set([...files.keys(), "assets/x.css"]), files }

describe("following a built site's links", () => {
  it("finds nothing wrong where all of them lead somewhere", () => {
    const html =
      '<a href="/docs/a.html#что-это"></a><a class="x" href="../#one"></a><a href="https://x.uz">' +
      '<link rel="stylesheet" href="/assets/x.css"><a href="#%D1%87%D1%82%D0%BE-%D1%8D%D1%82%D0%BE">'
    expect(deadLinks("docs/a.html", html, site)).toEqual([])
  })

  it.each([
    ['<a href="b.html">', "docs/a.html leads to b.html, which is not there"],
    [
      '<a href="/index.html#two">',
      "docs/a.html leads to /index.html#two, and index.html has no such heading",
    ],
    ['<img src="/missing.png">', "docs/a.html leads to /missing.png, which is not there"],
  ])("names %s", (html, problem) => {
    expect(deadLinks("docs/a.html", html, site)).toEqual([problem])
  })
})

describe("what a built site loads", () => {
  it("is its own, and its links may lead outside", () => {
    const html = '<a href="https://medusajs.com"></a><script src="/a.js"></script>'
    expect(fromOutside("index.html", html)).toEqual([])
    expect(fromOutside("a.css", 'src: url("/inter.woff2")')).toEqual([])
  })

  it.each([
    ["index.html", '<link rel="preconnect" href="https://fonts.gstatic.com">'],
    ["index.html", '<img alt="" src="//cdn.example/x.png">'],
    ["a.css", "@import 'https://fonts.googleapis.com/css2';"],
    ["a.css", "src: url(https://cdn.example/inter.woff2)"],
    ["a.js", 'import("https://cdn.example/x.js")'],
  ])("is not from outside: %s with %s", (name, text) => {
    expect(fromOutside(name, text)).toEqual([expect.stringContaining(`${name} loads `)])
  })
})
