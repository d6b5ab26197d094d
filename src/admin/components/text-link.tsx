import { clx } from "@medusajs/ui"
import type { MouseEvent, ReactNode } from "react"
import { Link, type LinkProps } from "react-router-dom"

// Underlined and dark rather than blue: Medusa's own blue is too pale to read on white.
const LOOK =
  "text-ui-fg-base hover:text-ui-fg-interactive-hover decoration-ui-border-strong focus-visible:shadow-borders-focus rounded-sm underline underline-offset-4 outline-none tabular-nums"

const WRAPPED = { never: "whitespace-nowrap", words: "break-words", anywhere: "break-all" } as const

type Place =
  /** A page of the admin. */
  | Pick<LinkProps, "to" | "state" | "replace">
  /** A page elsewhere, which gets a window of its own, or a phone number or an e-mail address. */
  | { href: string }

type Props = Place & { wrapped?: keyof typeof WRAPPED; children: ReactNode }

/** A link in a text, a table or a list of facts; in a row that opens something, it alone is followed. */
export const TextLink = ({ wrapped = "never", children, ...place }: Props) => {
  const look = { className: clx(LOOK, WRAPPED[wrapped]), onClick: keepFromRow }
  if ("to" in place) {
    return (
      <Link {...place} {...look}>
        {children}
      </Link>
    )
  }
  const elsewhere = /^https?:/.test(place.href)
  return (
    <a {...place} {...look} {...(elsewhere && { target: "_blank", rel: "noopener noreferrer" })}>
      {children}
    </a>
  )
}

function keepFromRow(event: MouseEvent): void {
  event.stopPropagation()
}
