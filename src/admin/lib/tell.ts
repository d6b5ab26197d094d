import { toast } from "@medusajs/ui"

type Told = Omit<NonNullable<Parameters<typeof toast.success>[1]>, "position">

const PHONE_WIDTH = 640

/**
 * Says what became of something, where it covers no button. Medusa's place for it, at the top right, is
 * where a drawer has its close button, and the bottom right is where it has the others.
 */
export const tell = {
  success: (title: string, told?: Told) => toast.success(title, { ...told, position: place() }),
  info: (title: string, told?: Told) => toast.info(title, { ...told, position: place() }),
  warning: (title: string, told?: Told) => toast.warning(title, { ...told, position: place() }),
  /** What was refused leaves its drawer open, with the buttons to try again. */
  error: (title: string, told?: Told) => toast.error(title, { ...told, position: place(true) }),
}

function place(isRefused = false) {
  const drawers = document.querySelectorAll("[role=dialog][data-state=open]")
  const drawer = drawers.item(drawers.length - 1) as Element | null
  if (drawer === null) return "top-right"
  if (window.innerWidth >= PHONE_WIDTH) return "bottom-left"
  // On a phone it is as wide as the screen: one of the drawer's ends is covered, the one that matters less.
  return isRefused && drawer.querySelector("form") !== null ? "top-right" : "bottom-right"
}
