/**
 * The path of a value inside an answer whose shape nobody knows, as words: `data.receipt_id` becomes
 * "Receipt id", `data.items.0.price` becomes "Items 1 price".
 */
export function readableName(path: string): string {
  const words = path
    .replace(/^data\./, "")
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(" ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase()
  return words === "" ? path : words.charAt(0).toUpperCase() + words.slice(1)
}
