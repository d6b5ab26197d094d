import { XMark } from "@medusajs/icons"
import { Drawer, IconButton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useWords } from "../lib/words"

/** What a drawer is for, and a way out that has a name, which Medusa's own lacks. */
export const DrawerHeader = ({ title, hint }: { title: ReactNode; hint?: ReactNode }) => {
  const { t } = useWords()
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex min-w-0 flex-col gap-y-1">
        <Drawer.Title className="h2-core text-ui-fg-base">{title}</Drawer.Title>
        {hint && (
          <Drawer.Description>
            <span className="txt-small text-ui-fg-subtle">{hint}</span>
          </Drawer.Description>
        )}
      </div>
      <Drawer.Close asChild>
        <IconButton
          size="small"
          variant="transparent"
          type="button"
          aria-label={t("common.actions.close")}
        >
          <XMark />
        </IconButton>
      </Drawer.Close>
    </div>
  )
}
