import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A name and what stands behind it, as Medusa's own detail sections show them. */
export const FactRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="text-ui-fg-subtle grid grid-cols-1 items-start gap-x-4 gap-y-1 px-6 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <Text size="small" leading="compact" weight="plus">
      {name}
    </Text>
    <div className="txt-small min-w-0 break-words">{children}</div>
  </div>
)
