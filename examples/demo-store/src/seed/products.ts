import type { MedusaContainer, ProductDTO } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  updateProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import { CATALOGUE, CATEGORIES, type CatalogueProduct } from "./catalogue"
import { findOrCreate } from "./find-or-create"

export interface SeededVariant {
  id: string
  title: string
  /** UZS. */
  amount: number
}

export interface ProductsInput {
  salesChannelId: string
  shippingProfileId: string
  stockLocationId: string
  /** Where the pictures are served, without a slash at the end. */
  backendUrl: string
}

/**
 * Puts the catalogue on the shelves: products, prices, pictures and stock.
 *
 * @returns the variants in the order of the catalogue.
 */
export async function seedProducts(
  container: MedusaContainer,
  input: ProductsInput
): Promise<SeededVariant[]> {
  const categories = await seedCategories(container)
  const variants: SeededVariant[] = []
  for (const entry of CATALOGUE) {
    const product = await seedProduct(container, entry, categories, input)
    for (const wanted of entry.variants) {
      const found = product.variants.find((variant) => variant.sku === wanted.sku)
      if (found === undefined) throw new Error(`The variant ${wanted.sku} was not made.`)
      const title = `${entry.title.uz}, ${wanted.size}`
      variants.push({ id: found.id, title, amount: wanted.price })
    }
  }
  await seedStock(container, input.stockLocationId)
  return variants
}

async function seedCategories(container: MedusaContainer): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { handle, name } of CATEGORIES) {
    const category = await findOrCreate(
      () => container.resolve(Modules.PRODUCT).listProductCategories({ handle }),
      async () => {
        const product_categories = [{ name, handle, is_active: true }]
        const flow = createProductCategoriesWorkflow(container)
        return (await flow.run({ input: { product_categories } })).result
      }
    )
    ids.set(handle, category.id)
  }
  return ids
}

async function seedProduct(
  container: MedusaContainer,
  entry: CatalogueProduct,
  categories: ReadonlyMap<string, string>,
  input: ProductsInput
): Promise<ProductDTO> {
  const picture = `${input.backendUrl}/static/${entry.picture}`
  const product = await findOrCreate(
    () =>
      container
        .resolve(Modules.PRODUCT)
        .listProducts({ handle: entry.handle }, { relations: ["variants"] }),
    async () => {
      const products = [newProduct(entry, picture, categories.get(entry.category), input)]
      return (await createProductsWorkflow(container).run({ input: { products } })).result
    }
  )
  if (product.thumbnail !== picture) {
    const update = { thumbnail: picture, images: [{ url: picture }] }
    await updateProductsWorkflow(container).run({ input: { selector: { id: product.id }, update } })
  }
  return product
}

function newProduct(
  entry: CatalogueProduct,
  picture: string,
  categoryId: string | undefined,
  input: ProductsInput
) {
  return {
    title: entry.title.uz,
    subtitle: entry.title.ru,
    handle: entry.handle,
    description: entry.description,
    status: ProductStatus.PUBLISHED,
    thumbnail: picture,
    images: [{ url: picture }],
    metadata: { title_uz: entry.title.uz, title_ru: entry.title.ru, title_en: entry.title.en },
    category_ids: categoryId === undefined ? [] : [categoryId],
    sales_channels: [{ id: input.salesChannelId }],
    shipping_profile_id: input.shippingProfileId,
    options: [{ title: "Oʻlcham", values: entry.variants.map((variant) => variant.size) }],
    variants: entry.variants.map((variant) => ({
      title: variant.size,
      sku: variant.sku,
      weight: variant.weight,
      manage_inventory: variant.stock !== null,
      options: { Oʻlcham: variant.size },
      prices: [{ currency_code: "uzs", amount: variant.price }],
    })),
  }
}

/** Gives every counted variant its units, once: a later seed does not refill the shelf. */
async function seedStock(container: MedusaContainer, locationId: string): Promise<void> {
  const wanted = new Map(CATALOGUE.flatMap((p) => p.variants).map((v) => [v.sku, v.stock]))
  const inventory = container.resolve(Modules.INVENTORY)
  const items = await inventory.listInventoryItems({ sku: [...wanted.keys()] })
  const levels = await inventory.listInventoryLevels({ location_id: locationId })
  const placed = new Set(levels.map((level) => level.inventory_item_id))
  const inventory_levels = items.flatMap(({ id, sku }) => {
    const units = wanted.get(sku ?? "") ?? null
    if (units === null || placed.has(id)) return []
    return [{ inventory_item_id: id, location_id: locationId, stocked_quantity: units }]
  })
  if (inventory_levels.length === 0) return
  await createInventoryLevelsWorkflow(container).run({ input: { inventory_levels } })
}
