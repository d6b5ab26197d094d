import { Drawer } from "@medusajs/ui"
import type { ReactNode } from "react"
import { DrawerHeader } from "./drawer-header"
import { FingerSized } from "./finger-sized"
import { useFocusBack } from "./use-focus-back"

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
  const focusBack = useFocusBack()
  return (
    <Drawer
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) close()
      }}
    >
      <Drawer.Content
        {...focusBack}
        {...(hint ? {} : { "aria-describedby": undefined })}
        onInteractOutside={(event) => {
          // What is told beside the drawer is closed on its own, and leaves the drawer open.
          const { target } = event
          if (target instanceof Element && target.closest("[data-sonner-toaster]")) {
            event.preventDefault()
          }
        }}
      >
        {/* The page behind a drawer takes no clicks, and what is told stands on that page. */}
        <style>{"[data-sonner-toaster] { pointer-events: auto }"}</style>
        <FingerSized>
          <DrawerHeader title={title} hint={hint} />
          <Drawer.Body className="min-h-0 overflow-y-auto p-0">{children}</Drawer.Body>
          {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
        </FingerSized>
      </Drawer.Content>
    </Drawer>
  )
}
