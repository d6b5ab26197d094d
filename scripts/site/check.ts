import { readdir, readFile } from "node:fs/promises"
import { join, posix } from "node:path"

/** Where an attribute leads a browser, or has it load something from. */
const ADDRESS = /<(\w+)\b[^>]*?\s(?:href|src|srcset|poster|data)="([^"]*)"/g
/** What a style sheet or a script loads. */
const LOADED = /(?:url\(|@import\s|\bimport\(|\bfrom)\s*["']?((?:https?:)?\/\/[^"')\s]+)/g

/**
 * Follows what a built site leads to and loads.
 *
 * @returns how many of its own links lead somewhere
 * @throws Error which names what leads nowhere, and what comes from outside
 */
export async function checkSite(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, encoding: "utf8" })
  const files = new Map<string, string>()
  for (const name of names.filter((one) => /\.(html|css|js|svg)$/.test(one))) {
    files.set(name, await readFile(join(folder, name), "utf8"))
  }
  const pages = [...files].filter(([name]) => name.endsWith(".html"))
  const problems = [
    ...[...files].flatMap(([name, text]) => fromOutside(name, text)),
    ...pages.flatMap(([name, html]) => deadLinks(name, html, { names: new Set(names), files })),
  ]
  if (problems.length > 0) throw new Error(problems.join("\n"))
  const count = pages.reduce((sum, [name, html]) => sum + linksOf(name, html).length, 0)
  return `${pages.length} pages, ${count} links`
}

/** What a browser would load from elsewhere; a link that a person may follow is none. */
export function fromOutside(name: string, text: string): string[] {
  const isOutside = (address: string) => /^(https?:)?\/\//.test(address)
  const attributes = name.endsWith(".html") ? [...text.matchAll(ADDRESS)] : []
  const loaded = attributes.filter(([, tag]) => tag !== "a").map(([, , address = ""]) => address)
  const inCode = [...text.matchAll(LOADED)].map(([, address = ""]) => address)
  // The theme would ask for an icon of a social network where a site names one.
  const own = name.endsWith(".html") ? [] : inCode.filter((address) => !address.includes("${"))
  return [...loaded, ...own].filter(isOutside).map((address) => `${name} loads ${address}`)
}

type Site = { names: ReadonlySet<string>; files: ReadonlyMap<string, string> }

export function deadLinks(name: string, html: string, { names, files }: Site): string[] {
  return linksOf(name, html).flatMap(({ address, file, anchor }) => {
    if (!names.has(file)) return [`${name} leads to ${address}, which is not there`]
    if (anchor === "") return []
    const has = files.get(file)?.includes(` id="${anchor}"`) ?? false
    return has ? [] : [`${name} leads to ${address}, and ${file} has no such heading`]
  })
}

/** Every link of a page to the site itself, with the file that a server would give for it. */
function linksOf(name: string, html: string) {
  return [...html.matchAll(ADDRESS)].flatMap(([, , address = ""]) => {
    if (/^([a-z]+:|\/\/)/i.test(address)) return []
    const { pathname, hash } = new URL(address, `http://site/${name}`)
    const path = decodeURIComponent(pathname).slice(1)
    const file = path === "" || path.endsWith("/") ? posix.join(path, "index.html") : path
    return [{ address, file, anchor: decodeURIComponent(hash.slice(1)) }]
  })
}
