import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useWords } from "../lib/words"

/** Medusa's drawer with a close button that has a name, and a body that scrolls. */
export const SidePanel = ({
  open,
  close,
  title,
  hint,
  footer,
  children,
}: {
  open: boolean
  close: () => void
  title: ReactNode
  hint?: ReactNode
  footer?: ReactNode
  children: ReactNode
}) => {
  const { t } = useWords()
  return (
    <Drawer
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) close()
      }}
    >
      <Drawer.Content aria-describedby={undefined}>
        <div className="flex items-start justify-between gap-x-4 border-b px-6 py-4">
          <div className="flex min-w-0 flex-col gap-y-1">
            <Drawer.Title asChild>
              <Heading level="h2">{title}</Heading>
            </Drawer.Title>
            {hint && (
              <Text size="small" className="text-ui-fg-subtle">
                {hint}
              </Text>
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
        <Drawer.Body className="min-h-0 overflow-y-auto p-0">{children}</Drawer.Body>
        {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
      </Drawer.Content>
    </Drawer>
  )
}
