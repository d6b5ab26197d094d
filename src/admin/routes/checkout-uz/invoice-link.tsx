import { Link } from "react-router-dom"
import { LINK } from "../../components/link-look"
import { OPENED_HERE, useAddress, withChanges } from "./address"

/** Opens an invoice beside what is shown. */
export const InvoiceLink = ({ id, number }: { id: string; number: number }) => {
  const { params } = useAddress()
  return (
    <Link
      to={{ search: withChanges(params, { invoice: id }).toString() }}
      state={OPENED_HERE}
      className={LINK}
      onClick={(event) => {
        event.stopPropagation()
      }}
    >
      {number}
    </Link>
  )
}
