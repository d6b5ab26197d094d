import { Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A part of the panel under a heading of its own. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-y-3 px-6 py-4">
    <Heading level="h3">{title}</Heading>
    {children}
  </section>
)
