import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { listOf, medusaDecimal, readStock, underOwnerLock, whereFree } from "../payment-context"
import { itemName } from "./item-name"
import type { WorkflowScope } from "./scope"

const quantity = z
  .unknown()
  .optional()
  .transform((value) => medusaDecimal(value) ?? "0")

const cartSchema = z.object({
  sales_channel_id: z.string().nullish(),
  items: listOf(
    z.object({
      title: z.string(),
      product_title: z.string().nullish(),
      variant_title: z.string().nullish(),
      variant_id: z.string().nullish(),
      requires_shipping: z.boolean().nullish(),
      quantity,
      variant: z
        .object({
          manage_inventory: z.boolean(),
          allow_backorder: z.boolean(),
          inventory_items: listOf(
            z.object({
              inventory_item_id: z.string(),
              required_quantity: quantity,
              inventory: z
                .object({
                  location_levels: listOf(
                    z.object({
                      stocked_quantity: quantity,
                      reserved_quantity: quantity,
                      stock_locations: listOf(
                        z.object({ sales_channels: listOf(z.object({ id: z.string() })) })
                      ),
                    })
                  ),
                })
                .nullish(),
            })
          ),
        })
        .nullish(),
    })
  ),
})
type Cart = z.infer<typeof cartSchema>

const LEVELS = "items.variant.inventory_items.inventory.location_levels"
const FIELDS = [
  "sales_channel_id",
  "items.title",
  "items.product_title",
  "items.variant_title",
  "items.variant_id",
  "items.requires_shipping",
  "items.quantity",
  "items.variant.manage_inventory",
  "items.variant.allow_backorder",
  "items.variant.inventory_items.inventory_item_id",
  "items.variant.inventory_items.required_quantity",
  `${LEVELS}.stocked_quantity`,
  `${LEVELS}.reserved_quantity`,
  `${LEVELS}.stock_locations.sales_channels.id`,
]

/**
 * The name of something in the cart that its sales channel does not have in stock. Core looks
 * only after it has made the order, and each such attempt burns an order number.
 */
export async function findShortage(
  scope: Pick<WorkflowScope, "container" | "query" | "tables">,
  cartId: string
): Promise<string | undefined> {
  const found = isStockMedusas(scope.container) ? await readStock(scope, cartId) : undefined
  if (found) return shortageIn(found[0])
  const filters = { id: cartId }
  const { data } = await scope.query.graph({ entity: "cart", fields: FIELDS, filters })
  return shortageIn(data[0])
}

const medusas = z.object({ resolve: z.string().startsWith("@medusajs/") })
const stockModulesSchema = z.object({
  modules: z.object({
    product: medusas,
    inventory: medusas,
    stock_location: medusas,
    sales_channel: medusas,
  }),
})

/** INVARIANT: where a store has a module of its own in one's place, Medusa's tables say nothing of its stock. */
function isStockMedusas(container: MedusaContainer): boolean {
  const config: unknown = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return stockModulesSchema.safeParse(config).success
}

/**
 * The same under the owner's lock, for a cart that is still unplaced there: no completion is half done then,
 * and the cart's own order, which may have taken the last one, is seen.
 *
 * @param isUnplaced asked under the lock: it may not settle anything, which takes it, too
 * @returns "taken" where somebody else is at the cart
 */
export function shortageOfUnplaced(
  scope: WorkflowScope,
  cartId: string,
  isUnplaced: () => Promise<boolean>
): Promise<{ item: string | undefined } | "taken"> {
  const look = async () => ({
    item: (await isUnplaced()) ? await findShortage(scope, cartId) : undefined,
  })
  return underOwnerLock(scope, cartId, look).catch(whereFree)
}

/** The same for a cart as the query returns it. A cart that cannot be read is for core to judge. */
export function shortageIn(found: unknown): string | undefined {
  const { data: cart } = cartSchema.safeParse(found)
  if (!cart) return undefined
  const needed = new Map<string, string>()
  for (const cartItem of cart.items) {
    const { quantity: count, variant, variant_id, requires_shipping } = cartItem
    // Deleted since: core asks it for the shipping it needs, and fails; else it reserves nothing for it.
    if (variant_id && !variant && requires_shipping) return itemName(cartItem)
    if (!variant?.manage_inventory || variant.allow_backorder) continue
    // Its inventory item was deleted: core makes the order, and fails then.
    if (variant.inventory_items.length === 0) return itemName(cartItem)
    for (const item of variant.inventory_items) {
      const before = needed.get(item.inventory_item_id) ?? "0"
      const wanted = MathBN.add(before, MathBN.mult(count, item.required_quantity)).toFixed()
      needed.set(item.inventory_item_id, wanted)
      if (MathBN.gt(wanted, availableFor(cart.sales_channel_id, item))) return itemName(cartItem)
    }
  }
  return undefined
}

type InventoryItem = NonNullable<Cart["items"][number]["variant"]>["inventory_items"][number]

function availableFor(salesChannelId: string | null | undefined, item: InventoryItem) {
  return (item.inventory?.location_levels ?? [])
    .filter((level) =>
      level.stock_locations.some((location) =>
        location.sales_channels.some((channel) => channel.id === salesChannelId)
      )
    )
    .reduce(
      (sum, level) => MathBN.add(sum, MathBN.sub(level.stocked_quantity, level.reserved_quantity)),
      MathBN.convert(0)
    )
}
