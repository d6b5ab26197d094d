import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** What explains, rather than says. */
export const Subtle = ({ children }: { children: ReactNode }) => (
  <Text size="small" className="text-ui-fg-subtle text-pretty">
    {children}
  </Text>
)
