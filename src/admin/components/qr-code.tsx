import { useMemo } from "react"
import { qrCode } from "../lib/qr"

/** A QR code, dark on white in every theme, since cameras want it so. `label` says where it leads. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const code = useMemo(() => qrCode(text), [text])
  if (!code) return null
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="shadow-borders-base size-36 shrink-0 rounded-lg"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={code.path} fill="#000000" />
    </svg>
  )
}
