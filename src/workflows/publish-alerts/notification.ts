import type { INotificationModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  BLOCKER_REASONS,
  CHECKOUT_UZ_MODULE,
  type Alert,
  type CheckoutUzModuleService,
} from "../../modules/checkout-uz"
import { formatPhone } from "../../contract"
import type { AlertEvent } from "./event"
import { en, type AlertWords, type Words } from "./translations/en"
import { ru } from "./translations/ru"
import { uz } from "./translations/uz"

type Language = "en" | "ru" | "uz"

const WORDS: Record<Language, Words> = { en, ru, uz }
/** What stands between the thousands of an amount: `65,000`, `65 000`. */
const GROUPED_BY: Record<Language, string> = { en: ",", ru: "\u00a0", uz: "\u00a0" }

/**
 * Makes a notification in the admin, where the store's notification module has a feed. One that fails
 * is logged and breaks nothing.
 */
export async function notifyAdmin(
  container: MedusaContainer,
  alert: Alert,
  event: AlertEvent
): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  try {
    const { alertLanguage } = await ledger.settings.current()
    const notifications: INotificationModuleService = container.resolve(Modules.NOTIFICATION)
    await notifications.createNotifications({
      to: "",
      channel: "feed",
      template: "admin-ui",
      // Not the event's id itself: by that a subscriber tells its own notification from a second one.
      idempotency_key: `bell_${alert.id}`,
      data: notificationTexts(alertLanguage, alert, event),
    })
  } catch (error) {
    logger.warn(`An alert could not be shown in the admin's notifications: ${String(error)}`)
  }
}

/** What a notification says of an alert. */
export function notificationTexts(
  language: Language,
  alert: Pick<Alert, "kind" | "reason">,
  event: AlertEvent
): { title: string; description: string } {
  const words = WORDS[language]
  // Of a payment in parts the merchant has to decide about all that has come.
  const whole = alert.kind === "invoice_held" && event.arrived !== null
  const shown = whole ? { ...event, amount: event.arrived } : event
  const fill = (text: string) => fillIn(text, shown, GROUPED_BY[language])
  const { title, description } = wordsFor(words, alert, event)
  const whose = whoseIn(words, event)
  const where = alert.kind === "invoice_held" && words.where
  return {
    title: fill(title),
    description: [fill(description), where, whose && `${whose}.`].filter(Boolean).join(" "),
  }
}

function wordsFor(
  words: Words,
  { kind, reason }: Pick<Alert, "kind" | "reason">,
  event: AlertEvent
): { title: string; description: string } {
  if (kind !== "invoice_held") return wordsForProblem(words[kind], event)
  const { title, reasons, sold_out: soldOut, begun } = words.invoice_held
  if (event.sold_out !== null) return { title, description: soldOut }
  const known = BLOCKER_REASONS.find((one) => one === reason)
  // What has come is not known any more once something else is in the way.
  if (reason === "part_paid" && event.asked !== null) return { title, description: begun }
  // A reason that an earlier version wrote has no words here.
  return { title, description: known ? reasons[known] : reason }
}

/** More exact words, where it is known what is wrong. */
function wordsForProblem({ problems = {}, ...words }: AlertWords, { problem }: AlertEvent) {
  return (problem && problems[problem]) ?? words
}

/** The order and the customer that an alert is about: `Order #7, Dilnoza Karimova, +998 90 123 45 67`. */
function whoseIn({ order }: Words, event: AlertEvent): string {
  const { order_number: number, customer_phone: phone } = event
  const customer = event.customer_name ?? event.customer_email
  const called = phone === null ? null : formatPhone(phone)
  const known = [number === null ? null : `${order}${number}`, customer, called]
  return known.filter((part) => part !== null).join(", ")
}

/** Replaces `{name}`. */
function fillIn(text: string, event: AlertEvent, groupedBy: string): string {
  const grouped = (amount: number | null) =>
    amount === null ? null : String(amount).replaceAll(/\B(?=(\d{3})+(?!\d))/g, groupedBy)
  const values: Record<string, string | number | null> = {
    number: event.invoice_number,
    cash_desk: event.cash_desk,
    sold_out: event.sold_out,
    reason: event.reason,
    // What the merchant has to settle, or to give back, is what was really paid.
    amount: grouped(event.paid_amount ?? event.amount),
    invoice_amount: grouped(event.amount),
    arrived: grouped(event.arrived ?? event.amount),
    asked: grouped(event.asked),
    open: grouped(event.open),
    payout_amount: grouped(event.payout_amount),
  }
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
