import type { PaymentSystem } from "../core/payment-systems"
import { html, type Html } from "./html"

const mark = ({ key, name }: PaymentSystem): Html =>
  key === "card"
    ? html`<rect
          x="10"
          y="13"
          width="16"
          height="14"
          rx="2"
          fill="none"
          stroke="#fff"
          stroke-width="2"
        />
        <path d="M10 18h16" stroke="#fff" stroke-width="2" />`
    : html`<text
        x="18"
        y="26"
        text-anchor="middle"
        font-family="sans-serif"
        font-size="17"
        font-weight="700"
        fill="#fff"
      >
        ${name.slice(0, 1)}
      </text>`

/** The logo of `/get_payment_methods`: the name in plain letters, for light or dark ground. */
export const logo = (system: PaymentSystem, ground: "light" | "dark"): string => {
  const ink = ground === "light" ? "#14213d" : "#ffffff"
  const width = 52 + system.name.length * 15
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="40"
    viewBox="0 0 ${width} 40"
    role="img"
    aria-label="${system.name}"
  >
    <rect x="4" y="6" width="28" height="28" rx="8" fill="${system.colour}" />
    ${mark(system)}
    <text x="42" y="27" font-family="sans-serif" font-size="20" font-weight="700" fill="${ink}">
      ${system.name}
    </text>
  </svg> `.markup
}
