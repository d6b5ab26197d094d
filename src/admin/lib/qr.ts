import { create } from "qrcode"

/** More than a phone's camera reads comfortably from a screen. */
const LONGEST = 1000

/** White around the code, without which cameras do not find it, in modules. */
const QUIET_ZONE = 4

/**
 * A text as a QR code: its size in modules, quiet zone included, and the dark modules as an SVG path.
 * Undefined where the text is too long to be read from a screen.
 */
export function qrCode(text: string): { size: number; path: string } | undefined {
  if (text === "" || text.length > LONGEST) return undefined
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const path = [...modules.data.entries()]
    .filter(([, dark]) => dark === 1)
    .map(([at]) => {
      const x = (at % modules.size) + QUIET_ZONE
      const y = Math.floor(at / modules.size) + QUIET_ZONE
      return `M${x} ${y}h1v1h-1z`
    })
    .join("")
  return { size: modules.size + 2 * QUIET_ZONE, path }
}
