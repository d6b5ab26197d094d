import { customer, payOnSandbox } from "../demo/customer"
import { checkOrder } from "../demo/merchant"
import { heading, step } from "../demo/progress"
import { type PaidOrder, payForOneCart } from "../demo/purchase"
import type { Seeded } from "../demo/prepare-store"
import type { DemoState } from "../demo/state"
import { zodVersions } from "./exports"
import type { OtherNode } from "./nodes"
import { ADMIN, type FreshStore } from "./fresh-store"
import { seeSettingsPage } from "./looks"
import { beginPayment, merchant, type OpenPayment, refusalOf } from "./merchant"

/** Which package manager gives the plugin the newest zod of its range. */
const NEWEST_ZOD_WITH = "yarn"

const PATIENCE = { everyMs: 500, limitMs: 90_000 }

/** From an empty folder to a payment, and to the plugin's page in a browser. */
export async function briefly(store: FreshStore, tarball: string): Promise<void> {
  const state = await fill(store, tarball)
  const server = await step("Starting", () => store.startBuilt())
  await payForOneCart(state)
  await step("Looking at the settings page", () => seeSettingsPage(store.url))
  await server.stop()
}

/** The same on other Nodes too, with the doctor, and then the plugin taken out and put back. */
export async function wholly(
  store: FreshStore,
  tarball: string,
  otherNodes: readonly (() => Promise<OtherNode>)[]
): Promise<void> {
  const state = await fill(store, tarball)
  await step("Asking the doctor", () => askDoctor(store))
  for (const fetched of otherNodes) await payOnNode(store, state, await fetched())
  const server = await step("Starting", () => store.startBuilt())
  const kept = await payForOneCart(state)
  const canceled = await payForOneCart(state)
  const open = await step("Leaving a customer on the payment page", () => beginPayment(state))
  await step("Looking at the settings page", () => seeSettingsPage(store.url))
  await server.stop()

  await takeOut(store, state, { kept, canceled, open })
  await putBack(store, tarball, state, { kept, canceled, open })
}

async function payOnNode(store: FreshStore, state: DemoState, node: OtherNode): Promise<void> {
  const server = await step(`Starting on Node ${node.version}`, () => store.startBuilt(node))
  await payForOneCart(state)
  await server.stop()
}

/** Installs, migrates, fills and builds a store. */
async function fill(store: FreshStore, tarball: string): Promise<DemoState> {
  await install(store, tarball)
  const state = stateOf(store, await step("Filling the store", store.seed))
  await step("Starting the package's sandbox", store.startSandbox)
  await step("Building", store.build)
  return state
}

/** A store that is as the README says is well; a wrong key is found, and said by the exit code. */
async function askDoctor(store: FreshStore): Promise<void> {
  const well = await store.doctor()
  const amiss = well.findings.filter(({ severity }) => severity === "error")
  if (well.code !== 0 || amiss.length > 0) {
    throw new Error(`The doctor ended with ${well.code}: ${JSON.stringify(amiss)}`)
  }
  const ill = await store.doctor({ CHECKOUT_UZ_API_KEY: "of-nobody" })
  const refused = ill.findings.find(({ id }) => id === "key_accepted")
  if (ill.code !== 1 || refused?.severity !== "error") {
    throw new Error(`The doctor finds nothing wrong with a wrong key, and ended with ${ill.code}.`)
  }
}

type Meanwhile = { kept: PaidOrder; canceled: PaidOrder; open: OpenPayment }

async function install(store: FreshStore, tarball: string): Promise<void> {
  await addPlugin(store, tarball)
  await step("Importing all it exports", store.importEverything, String)
  await step("Its zod", () => zodOf(store), String)
  await step("npx medusa db:migrate", store.migrate)
}

/** Medusa pins a zod: what a package manager chooses newer for the plugin must not matter. */
async function zodOf({ manager, backend }: FreshStore): Promise<string> {
  const { ours, theirs } = await zodVersions(backend)
  if (manager === NEWEST_ZOD_WITH && ours === theirs) {
    throw new Error(`${manager} chose Medusa's own zod ${ours}, so a newer one is not tried.`)
  }
  return `${ours} for the plugin, ${theirs} for Medusa`
}

async function addPlugin(store: FreshStore, tarball: string): Promise<void> {
  await step("Installing the plugin", () => store.add(tarball))
  await step("Configuring it as the README says", store.configure)
}

async function takeOut(store: FreshStore, state: DemoState, was: Meanwhile): Promise<void> {
  heading("The plugin taken out")
  await step("Taking it out of the configuration", store.unconfigure)
  await step("Uninstalling it", store.remove)
  const server = await step("Starting", store.startSources)
  const admin = merchant(state)
  await step("Opening a paid order", () => checkOrder(state, was.kept.orderId, was.kept.amount))
  await step(
    "Starting a payment",
    () => refusalOf("/payment-sessions", beginPayment(state)),
    String
  )
  await step(
    "Refunding an order",
    () => refusalOf("/refund", admin.refund(was.kept.orderId)),
    String
  )
  // Core cancels it all the same: a refund that fails does not keep it from that.
  await step("Cancelling a paid order", () => admin.cancel(was.canceled.orderId))
  await server.stop()
  await step("A customer pays, and no webhook is taken", () =>
    payOnSandbox(state.sandbox_url, was.open.invoice)
  )
}

async function putBack(
  store: FreshStore,
  tarball: string,
  state: DemoState,
  was: Meanwhile
): Promise<void> {
  heading("The plugin put back")
  await addPlugin(store, tarball)
  const server = await step("Starting", store.startSources)
  await step("Opening a paid order", () => checkOrder(state, was.kept.orderId, was.kept.amount))
  await step("What was paid meanwhile becomes an order", () =>
    customer(state).waitForOrder(was.open.sessionId, PATIENCE)
  )
  await step("What was cancelled meanwhile is to be sent back", () =>
    merchant(state).waitForPayout(was.canceled.orderId)
  )
  await payForOneCart(state)
  await server.stop()
}

/** What the demo's customer and merchant need to know of a store. */
function stateOf(store: FreshStore, seeded: Seeded): DemoState {
  return {
    ...seeded,
    medusa_url: store.url,
    sandbox_url: store.sandboxUrl,
    storefront_url: "http://localhost:8000",
    sandbox_key: "sandbox-key",
    provider_id: "pp_checkout-uz_main",
    admin_email: ADMIN.email,
    admin_password: ADMIN.password,
  }
}
