import type { z } from "zod"
import type { Balance, PaymentMethod } from "../../client"
import type { balanceSchema, paymentMethodSchema } from "../../contract"
import { safeLogo } from "../../providers/checkout-uz/safe-addresses"

/** A balance as a screen shows it: exact enough for people, and nothing is computed with it. */
export function describeBalance({ uzs, usd, ton }: Balance): z.infer<typeof balanceSchema> {
  return { uzs: Number(uzs), usd: Number(usd), ton: Number(ton) }
}

/** Payment systems with those of their logos that are safe to show. */
export function describeMethods(
  methods: readonly Partial<PaymentMethod & { key: string; name: string }>[]
): z.infer<typeof paymentMethodSchema>[] {
  return methods.map(({ key, name, logoLight, logoDark }) => ({
    key: key ?? "",
    name: name ?? "",
    logo_light: safeLogo(logoLight) ?? null,
    logo_dark: safeLogo(logoDark) ?? null,
  }))
}
