// Underlined and dark rather than blue: Medusa's own blue is too pale to read on white.
export const LINK =
  "text-ui-fg-base hover:text-ui-fg-interactive-hover focus-visible:text-ui-fg-interactive-hover decoration-ui-border-strong underline underline-offset-4 outline-none whitespace-nowrap tabular-nums"
