import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import type { Settings, settingsBodySchema } from "../../contract"
import type { Setting } from "../../modules/checkout-uz"
import { findPeople, type Person } from "../people"
import { workflowScope } from "../scope"

/** What can be chosen in the admin: what is in force, and where it comes from. */
export async function showSettings(container: MedusaContainer): Promise<Settings> {
  const { ledger, query } = workflowScope(container)
  const described = await ledger.settings.describe()
  const personOf = await findPeople(
    query,
    Object.values(described).map(({ setBy }) => setBy)
  )
  const { orderPlacement, cardPayments, description, watchDays } = described
  const { alertLanguage, partsMax, partsWaitHours } = described
  return {
    order_placement: show(orderPlacement, personOf),
    card_payments: show(cardPayments, personOf),
    description: show(
      {
        ...description,
        value: description.value ?? null,
        withoutSetting: description.withoutSetting ?? null,
      },
      personOf
    ),
    watch_days: show(watchDays, personOf),
    alert_language: show(alertLanguage, personOf),
    parts_max: show(partsMax, personOf),
    parts_wait_hours: show(partsWaitHours, personOf),
  }
}

/** Makes choices, all or none of them, and shows what is in force then. */
export async function chooseSettings(
  container: MedusaContainer,
  changes: z.output<typeof settingsBodySchema>,
  actorId: string
): Promise<Settings> {
  await workflowScope(container).ledger.settings.change(changes, actorId)
  return showSettings(container)
}

function show<T>(choice: Setting<T>, personOf: (id: string | undefined) => Person | null) {
  return {
    value: choice.value,
    source: choice.source,
    without_setting: choice.withoutSetting,
    set_at: choice.setAt?.toISOString() ?? null,
    set_by: personOf(choice.setBy),
  }
}
