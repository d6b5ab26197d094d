import type { INotificationModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  CHECKOUT_UZ_MODULE,
  type Alert,
  type CheckoutUzModuleService,
} from "../../modules/checkout-uz"
import type { AlertEvent } from "./event"
import { en, type Words } from "./words/en"
import { ru } from "./words/ru"
import { uz } from "./words/uz"

const WORDS: Record<"en" | "ru" | "uz", Words> = { en, ru, uz }

/**
 * Rings the admin's bell, where the store's notification module has a feed. A bell that fails is
 * logged and breaks nothing.
 */
export async function ringBell(
  container: MedusaContainer,
  alert: Alert,
  event: AlertEvent
): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  try {
    const notifications: INotificationModuleService = container.resolve(Modules.NOTIFICATION)
    await notifications.createNotifications({
      to: "",
      channel: "feed",
      template: "admin-ui",
      idempotency_key: alert.id,
      data: wordsOf(WORDS[ledger.options.alertLanguage], alert, event),
    })
  } catch (error) {
    logger.warn(`The admin's bell could not be rung: ${String(error)}`)
  }
}

function wordsOf(words: Words, alert: Alert, event: AlertEvent) {
  const fill = (text: string) => fillIn(text, event)
  if (alert.kind !== "invoice_held") {
    const { title, description } = words[alert.kind]
    return { title: fill(title), description: fill(description) }
  }
  const { title, ...reasons } = words.invoice_held
  const reason = Object.entries(reasons).find(([name]) => name === alert.reason)
  return { title: fill(title), description: fill(reason?.[1] ?? alert.reason) }
}

/** Replaces `{name}`; amounts are grouped as people here write them: 65 000. */
function fillIn(text: string, event: AlertEvent): string {
  const values: Record<string, string | number | null> = {
    number: event.invoice_number,
    cash_desk: event.cash_desk,
    amount: grouped(event.amount),
    refund_amount: grouped(event.refund_amount),
  }
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function grouped(amount: number | null): string | null {
  return amount === null ? null : String(amount).replaceAll(/\B(?=(\d{3})+(?!\d))/g, "\u00a0")
}
