/*
 * How words are found: VitePress writes the source of these functions into the page, so each is whole by
 * itself.
 */

/**
 * The words of a text. An Uzbek oʻ and gʻ, with whichever apostrophe it is typed, is a letter and no end of a
 * word. A name such as `already_paid` is found as a whole and by its parts.
 */
export function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}_'ʻʼ‘’`]+/u)
    .flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word]))
    .filter((word) => word !== "")
}

/** A word as it is looked for: "toʻlov" is "to'lov" and "tolov", "ещё" is "еще". */
export function asSearched(word: string): string | null {
  const plain = word
    .replace(/['ʻʼ‘’`]/g, "")
    .toLowerCase()
    .replaceAll("ё", "е")
  return plain === "" ? null : plain
}
