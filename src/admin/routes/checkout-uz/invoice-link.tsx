import { TextLink } from "../../components/text-link"
import { OPENED_HERE, useAddress, withChanges } from "./address"

/** Opens an invoice beside what is shown. */
export const InvoiceLink = ({ id, number }: { id: string; number: number }) => {
  const { params } = useAddress()
  return (
    <TextLink to={{ search: withChanges(params, { invoice: id }).toString() }} state={OPENED_HERE}>
      {number}
    </TextLink>
  )
}
