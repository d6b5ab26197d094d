import { Badge } from "@medusajs/ui"
import { formatUzs } from "../../../lib/format"
import { useWords } from "../../../lib/words"
import type { Row } from "./differs"

/** By how much the store's side of a payment differs, in words. */
export const Differences = ({ row }: { row: Row }) => {
  const { t, language } = useWords()
  const { amount, invoice } = row
  if (invoice === null) return null
  const { amount: asked, paid, given_back: givenBack } = invoice
  return (
    <>
      {asked !== amount && (
        <Badge size="2xsmall" color="red" className="w-fit">
          {t("payments.report.differs", { amount: formatUzs(asked, language) })}
        </Badge>
      )}
      {paid !== null && paid !== asked && (
        <Badge size="2xsmall" color="red" className="w-fit">
          {t("payments.report.paid_here", { amount: formatUzs(paid, language) })}
        </Badge>
      )}
      {givenBack > 0 && (
        <Badge size="2xsmall" color="orange" className="w-fit">
          {t("payments.report.given_back", { amount: formatUzs(givenBack, language) })}
        </Badge>
      )}
    </>
  )
}
