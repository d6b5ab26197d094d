import { SHARED_WORDS } from "../../../contract/translations"
import type { Needed } from "../needed"
import common from "./common.json"
import order from "./order.json"
import payments from "./payments.json"
import settings from "./settings.json"

const { standing, reason, card, unnamed_system, service_status, group } = SHARED_WORDS.ru

export default {
  common: { ...common, standing, reason, card, unnamed_system, service_status },
  order,
  payments: { ...payments, report: { ...payments.report, ...group } },
  settings,
} satisfies Needed
