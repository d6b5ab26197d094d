import { useLocation } from "react-router-dom"
import { TextLink } from "../../components/text-link"
import { OPENED_HERE, useAddress, withChanges } from "./address"

/** Opens an invoice beside what is shown, instead of one that is open there. */
export const InvoiceLink = ({ id, number }: { id: string; number: number }) => {
  const { params } = useAddress()
  const location: { state: unknown } = useLocation()
  const isInstead = params.has("invoice")
  return (
    <TextLink
      to={{ search: withChanges(params, { invoice: id }).toString() }}
      replace={isInstead}
      state={isInstead ? location.state : OPENED_HERE}
    >
      {number}
    </TextLink>
  )
}
