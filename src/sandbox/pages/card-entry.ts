/**
 * A card as people type it, in the form the service takes: the number's groups may be apart by blanks or
 * hyphens, the expiry be written `1227`, `12 / 27`, `12.27`, `1/27` or `12/2027`. What is neither stays as it
 * is, to be refused by name.
 */
export const asServiceForm = (typed: {
  number: string
  expiry: string
}): { number: string; expiry: string } => {
  const parts = /^(\d\d?)\s*[/.\-\s]?\s*(?:20)?(\d\d)$/.exec(typed.expiry)
  const [, month = "", year = ""] = parts ?? []
  return {
    number: typed.number.replaceAll(/[\s-]/g, ""),
    expiry: parts ? `${month.padStart(2, "0")}/${year}` : typed.expiry,
  }
}
