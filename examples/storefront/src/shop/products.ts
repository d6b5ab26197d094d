import type { HttpTypes } from "@medusajs/types"
import { useCallback, useEffect, useState } from "react"
import { sdk } from "../medusa"
import { useWords } from "../words"
import { useCart } from "./cart"

export type Product = HttpTypes.StoreProduct

/** Read once: a small shop's whole shelf. */
let reading: Promise<Product[]> | undefined

export function useProducts() {
  const { region } = useCart()
  const [products, setProducts] = useState<Product[]>()
  const [hasFailed, setFailed] = useState(false)

  const read = useCallback(async () => {
    if (!region) return
    try {
      reading ??= readShelf(region.id)
      setProducts(await reading)
      setFailed(false)
    } catch {
      reading = undefined
      setFailed(true)
    }
  }, [region])
  useEffect(() => {
    void read()
  }, [read])
  return { products, hasFailed, read }
}

/** The title of what lies in a cart or an order, in the customer's language. */
export function useTitles() {
  const { language } = useWords()
  const { products } = useProducts()
  return (item: { product_id?: string | null; product_title?: string | null }): string => {
    const product = products?.find(({ id }) => id === item.product_id)
    return product ? titleOf(product, language) : (item.product_title ?? "")
  }
}

export function titleOf({ title, metadata }: Product, language: string): string {
  const translated = metadata?.[`title_${language}`]
  return typeof translated === "string" ? translated : title
}

async function readShelf(region_id: string): Promise<Product[]> {
  const fields = "*variants.calculated_price,+metadata"
  const query = { region_id, fields, order: "created_at" }
  return (await sdk.store.product.list(query)).products
}
