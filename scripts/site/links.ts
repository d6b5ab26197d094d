import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { placeOf, ROOT } from "./pages"

/** What is linked to and is no page: it is copied into the site. */
export type LinkedFile = { file: string; place: string }

/**
 * A relative link of a document, as it works on GitHub, turned into one of the site. What leads nowhere stays
 * as it is: the build fails on it.
 *
 * @param from the document's path from the root of the repository
 * @param onFile is told of each file that is linked to and is no page
 */
export function linkInSite(
  from: string,
  link: string,
  onFile: (linked: LinkedFile) => void = () => undefined
): string {
  if (/^([a-z]+:|\/|#)/i.test(link)) return link
  const [, path = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(link) ?? []
  const target = documentAt(posix.join(posix.dirname(from), decodeURI(path)))
  if (target === undefined) return link
  if (target.endsWith(".md")) return `/${placeOf(target)}${anchor}`
  // A browser shows a file without an extension only where its server knows what it is.
  const place = posix.extname(target) === "" ? `${target}.txt` : target
  onFile({ file: target, place })
  return `/${place}`
}

/** A file, or a folder's README; undefined where there is neither. */
function documentAt(path: string): string | undefined {
  const isThere = existsSync(join(ROOT, path))
  if (!isThere || path.startsWith("..")) return undefined
  if (!statSync(join(ROOT, path)).isDirectory()) return path
  const readme = posix.join(path, "README.md")
  return existsSync(join(ROOT, readme)) ? readme : undefined
}

/** The fragment of a heading, as GitHub makes it. */
export function fragmentOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")
}
