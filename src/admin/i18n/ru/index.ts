import type { Needed } from "../needed"
import common from "./common.json"
import order from "./order.json"
import payments from "./payments.json"
import settings from "./settings.json"

export default { common, order, payments, settings } satisfies Needed
