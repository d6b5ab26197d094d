import { CheckCircleSolid, SquareTwoStack } from "@medusajs/icons"
import { IconButton, Tooltip } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { copyText } from "../lib/clipboard"
import { useWords } from "../lib/words"
import { tell } from "../lib/tell"

/** Medusa's own speaks English only. `what` is the name of what is copied. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => {
      setCopied(false)
    }, 2000)
    return () => {
      clearTimeout(timer)
    }
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else tell.error(t("common.not_copied"))
  }
  return (
    <Tooltip content={copied ? t("common.actions.copied") : t("common.actions.copy")}>
      <IconButton
        type="button"
        size="2xsmall"
        variant="transparent"
        aria-label={`${t("common.actions.copy")}: ${what}`}
        onClick={() => void copy()}
      >
        {copied ? (
          <CheckCircleSolid className="text-ui-tag-green-icon" />
        ) : (
          <SquareTwoStack className="text-ui-fg-muted" />
        )}
      </IconButton>
    </Tooltip>
  )
}
