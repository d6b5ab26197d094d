import { randomBytes } from "node:crypto"
import { done, refuse, type Outcome } from "./outcome"
import { newCashDesk, type CashDesk, type State } from "./state"

/** An API key belongs to one cash desk (docs/service.md, 1.5). */
export const cashDeskOfKey = (state: State, key: string): CashDesk | undefined =>
  state.cashDesks.find((desk) => desk.key === key)

export const cashDeskById = (state: State, id: number): CashDesk | undefined =>
  state.cashDesks.find((desk) => desk.id === id)

/** Opens one more cash desk. Refuses a key that another one has. */
export const openCashDesk = (
  state: State,
  wanted: { key?: string | undefined; name?: string | undefined }
): Outcome<CashDesk> => {
  const key = wanted.key ?? `sandbox-${randomBytes(12).toString("hex")}`
  if (cashDeskOfKey(state, key)) return refuse("invalid", "key belongs to another cash desk.")
  const id = Math.max(0, ...state.cashDesks.map((desk) => desk.id)) + 1
  const desk = newCashDesk(id, key, wanted.name ?? `Cash desk ${id}`)
  state.cashDesks.push(desk)
  return done(desk)
}

/** Whether a desk's whitelist, where it has one, lets an address in (docs/service.md, 1.7). */
export const mayCall = (desk: CashDesk, address: string): boolean =>
  desk.settings.ipWhitelist.length === 0 || desk.settings.ipWhitelist.includes(address)
