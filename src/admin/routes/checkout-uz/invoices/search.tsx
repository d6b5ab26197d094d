import { MagnifyingGlass } from "@medusajs/icons"
import { Input } from "@medusajs/ui"
import { useState } from "react"
import { useWords } from "../../../lib/words"
import { useAddress } from "../address"
import { useDebouncedCallback } from "./debounced"

const PAUSE_MS = 300

/**
 * What is typed shows at once, and is searched for when the typing pauses. Medusa's own search field
 * has an image without a name in it.
 */
export const Search = () => {
  const { t } = useWords()
  const { params, go } = useAddress()
  const asked = params.get("q") ?? ""
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState({ asked, sent: asked })
  if (asked !== known.asked) {
    // It came from elsewhere, such as the back button, unless it is what was sent from here.
    if (asked !== known.sent) setTyped(asked)
    setKnown({ asked, sent: asked })
  }
  const search = useDebouncedCallback((text: string) => {
    setKnown({ asked, sent: text })
    go({ q: text, offset: undefined }, { replace: true })
  }, PAUSE_MS)
  return (
    <div className="relative isolate">
      <MagnifyingGlass className="text-ui-fg-muted pointer-events-none absolute left-2 top-1.5 z-10 max-sm:top-3" />
      <Input
        role="searchbox"
        inputMode="search"
        size="small"
        className="pl-8 max-sm:h-10"
        placeholder={t("payments.invoices.search")}
        aria-label={t("payments.invoices.search")}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          search(event.target.value)
        }}
      />
    </div>
  )
}
