import { Button } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link, type LinkProps } from "react-router-dom"

type Props = {
  /** Its name, where the words on it say too little. */
  called?: string
  children: ReactNode
} & (Pick<LinkProps, "to"> | { href: string })

/** A link that looks like a button; what is elsewhere gets a window of its own. */
export const ButtonLink = ({ called, children, ...place }: Props) => (
  <Button size="small" variant="secondary" className="shrink-0" data-button asChild>
    {"to" in place ? (
      <Link {...place} aria-label={called}>
        {children}
      </Link>
    ) : (
      <a {...place} aria-label={called} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )}
  </Button>
)
