import type { HttpTypes } from "@medusajs/types"
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from "react"
import { sdk } from "../medusa"

export type Cart = HttpTypes.StoreCart

const KEY = "choynak-cart"
const FIELDS = { fields: "+shipping_methods.name" }

interface CartContext {
  /** Undefined where there is none. */
  cart: Cart | undefined
  region: HttpTypes.StoreRegion | undefined
  /** Whether it is known if there is one. */
  isReady: boolean
  hasFailed: boolean
  add: (variantId: string) => Promise<void>
  setQuantity: (itemId: string, quantity: number) => Promise<void>
  /** Reads it again; one that has become an order is let go. */
  reload: () => Promise<void>
}

const Context = createContext<CartContext | undefined>(undefined)

export function useCart(): CartContext {
  const context = useContext(Context)
  if (!context) throw new Error("useCart is used outside of CartProvider.")
  return context
}

export function CartProvider({ children }: { children: ReactNode }) {
  const [region, setRegion] = useState<HttpTypes.StoreRegion>()
  const [cart, setCart] = useState<Cart>()
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const reload = useCallback(async () => {
    try {
      const { regions } = await sdk.store.region.list()
      setRegion(regions[0])
      setCart(await keptCart())
      setFailed(false)
    } catch {
      setFailed(true)
    } finally {
      setReady(true)
    }
  }, [])

  useEffect(() => {
    void reload()
    // Another tab may have paid for it, and this page may be an old one from the browser's cache.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void reload()
    }
    addEventListener("pageshow", refresh)
    return () => {
      removeEventListener("pageshow", refresh)
    }
  }, [reload])

  const addTo = async (open: Cart, variantId: string) => {
    const item = { variant_id: variantId, quantity: 1 }
    const added = await sdk.store.cart.createLineItem(open.id, item, FIELDS)
    remember(added.cart.id)
    setCart(added.cart)
  }
  const add = async (variantId: string) => {
    try {
      await addTo(cart ?? (await newCart(region?.id)), variantId)
    } catch (reason) {
      // A refused change says that this page is old. A cart that has become an order makes room for another.
      const kept = await keptCart()
      setCart(kept)
      if (kept || !cart) throw reason
      await addTo(await newCart(region?.id), variantId)
    }
  }
  const setQuantity = async (itemId: string, quantity: number) => {
    if (!cart) return
    try {
      if (quantity > 0) await sdk.store.cart.updateLineItem(cart.id, itemId, { quantity })
      else await sdk.store.cart.deleteLineItem(cart.id, itemId)
    } finally {
      await reload()
    }
  }
  const value = { cart, region, isReady, hasFailed, add, setQuantity, reload }
  return <Context.Provider value={value}>{children}</Context.Provider>
}

async function newCart(region_id: string | undefined): Promise<Cart> {
  return (await sdk.store.cart.create(region_id === undefined ? {} : { region_id })).cart
}

/** The cart of this browser, unless it has become an order. */
async function keptCart(): Promise<Cart | undefined> {
  const id = remembered()
  if (id === null) return undefined
  const { cart } = await sdk.store.cart.retrieve(id, FIELDS).catch((error: unknown) => {
    if (error instanceof Error && "status" in error && error.status === 404) return { cart: null }
    throw error
  })
  if (cart && !("completed_at" in cart && cart.completed_at)) return cart
  remember(undefined)
  return undefined
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function remember(id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // The cart lives as long as the page, then.
  }
}
