import { type Frame, type Owner, OWNERS } from "./frames"

const WIDTH = 1_600
const ROW = 17
const HEAD = 52
/** Narrower frames are left out, with all that they called: nobody could see them. */
const NARROWEST = 0.8
/** Of a fixed-width letter of 11 pixels, for what fits into a frame. */
const LETTER = 6.7

const COLOURS: Record<Owner, string> = {
  "the plugin": "#e8590c",
  Medusa: "#74c0fc",
  "MikroORM and knex": "#b197fc",
  pg: "#63e6be",
  "other packages": "#ffe066",
  Node: "#ced4da",
  "garbage collection": "#ffa8a8",
}

/** A flame graph as one picture that needs nothing else: callers above, callees below, widest first. */
export function flameSvg(root: Frame, title: string): string {
  const scale = WIDTH / root.total
  const rows: string[] = []
  let deepest = 0

  const draw = (frame: Frame, x: number, depth: number): void => {
    const width = frame.total * scale
    if (width < NARROWEST) return
    deepest = Math.max(deepest, depth)
    rows.push(box(frame, { x, y: HEAD + depth * ROW, width, share: frame.total / root.total }))
    let at = x
    const callees = [...frame.callees.values()].sort((one, other) => other.total - one.total)
    for (const callee of callees) {
      draw(callee, at, depth + 1)
      at += callee.total * scale
    }
  }
  draw(root, 0, 0)
  const height = HEAD + (deepest + 1) * ROW + 4
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="4" y="16" font-size="13">${escape(title)}</text>`,
    ...legend(),
    ...rows,
    "</svg>",
    "",
  ].join("\n")
}

type Place = { x: number; y: number; width: number; share: number }

function box({ name, owner }: Frame, { x, y, width, share }: Place): string {
  const tip = `${name} – ${(100 * share).toFixed(1)}%`
  const letters = Math.floor((width - 4) / LETTER)
  const label =
    letters < 4
      ? ""
      : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escape(name.slice(0, letters))}</text>`
  const place = `x="${x.toFixed(1)}" y="${y}" width="${Math.max(width - 0.3, 0.3).toFixed(1)}"`
  return `<g><title>${escape(tip)}</title><rect ${place} height="${ROW - 1}" fill="${COLOURS[owner]}"/>${label}</g>`
}

function legend(): string[] {
  return OWNERS.map((owner, n) => {
    const x = 4 + n * 180
    return `<rect x="${x}" y="26" width="12" height="12" fill="${COLOURS[owner]}"/><text x="${x + 17}" y="36">${owner}</text>`
  })
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
}
