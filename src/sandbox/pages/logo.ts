import type { PaymentSystem } from "../core/payment-systems"
import { html } from "./html"
import { drawnMark } from "./marks"

/** The logo of `/get_payment_methods`: a mark of ours and the name in plain letters, for light or dark ground. */
export const logo = (system: PaymentSystem, ground: "light" | "dark"): string => {
  const ink = ground === "light" ? "#14213d" : "#ffffff"
  const width = 52 + system.name.length * 13
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="40"
    viewBox="0 0 ${width} 40"
    role="img"
    aria-label="${system.name}"
  >
    <rect x="4" y="6" width="28" height="28" rx="8" fill="${system.colour}" />
    ${drawnMark(system.key, 9, 11)}
    <text
      x="42"
      y="27"
      font-family="system-ui, sans-serif"
      font-size="20"
      font-weight="600"
      fill="${ink}"
    >
      ${system.name}
    </text>
  </svg> `.markup
}
