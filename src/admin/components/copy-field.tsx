import { CopyButton } from "./copy-button"

/** An address or a command to take elsewhere, shown whole. `what` is its name. */
export const CopyField = ({ text, what }: { text: string; what: string }) => (
  <div className="bg-ui-bg-component shadow-borders-base flex items-start justify-between gap-x-2 rounded-md py-1 pl-2 pr-1">
    <code className="txt-compact-small text-ui-fg-base min-w-0 break-all py-0.5 font-mono">
      {text}
    </code>
    <span className="flex h-6 shrink-0 items-center">
      <CopyButton text={text} what={what} />
    </span>
  </div>
)
