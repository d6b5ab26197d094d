/** What Medusa's admin calls the only variant of a product that has no options. */
const NO_NAME = "default variant"

/** What people call an item of a cart or an order: its product, and which variant of it. */
export function itemName(item: {
  title?: string | null | undefined
  product_title?: string | null | undefined
  variant_title?: string | null | undefined
}): string {
  const product = item.product_title ?? item.title ?? ""
  const variant = item.variant_title ?? ""
  const isNamed = variant !== "" && variant !== product && variant.toLowerCase() !== NO_NAME
  return isNamed ? [product, variant].filter(Boolean).join(", ") : product
}
