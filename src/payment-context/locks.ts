import { setTimeout as delay } from "node:timers/promises"
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { Invoice } from "../modules/checkout-uz"
import { loadPaymentContext } from "./load"
import type { MedusaReader } from "./read-medusa"

/** Seconds to wait for a cart's lock. */
const LOCK_TIMEOUT_SECONDS = 30
/** Seconds after which core may take a lock that a dead server held, where locks expire: not in PostgreSQL. */
const LOCK_EXPIRES_SECONDS = 120
const LOCK_RETRY_MS = 50
const LOCK_OWNER = "checkout-uz"

/**
 * Whom the money of an invoice is for now: a collection may have been linked to a cart or an order
 * since the invoice was made.
 */
export async function ownerIdOf(
  on: MedusaReader,
  { ownerId, paymentCollectionId }: Invoice
): Promise<string> {
  if (ownerId !== undefined && ownerId !== paymentCollectionId) return ownerId
  return (await loadPaymentContext(on, paymentCollectionId))?.ownerId ?? paymentCollectionId
}

/**
 * Runs a short job under the lock core takes to complete the owner's cart, so that nobody sees or
 * changes a completion, or its roll-back, half done. An order made from a cart shares the cart's.
 *
 * Locked twice: among ourselves with `execute`, which a crash releases on every provider of locks,
 * and against core's workflows with `acquire`, as they lock.
 *
 * INVARIANT: while the job runs, for two minutes at most, core neither completes a cart that is the owner
 * nor processes a payment of its collection. Medusa's locks in PostgreSQL do not let `execute` and
 * `acquire` exclude each other, so the first alone would not do.
 *
 * @throws LockTaken
 */
export async function underOwnerLock<T>(
  { container }: { container: MedusaContainer },
  ownerId: string,
  job: () => Promise<T>
): Promise<T> {
  const locking: ILockingModule = container.resolve(Modules.LOCKING)
  const lock = { isOurs: false }
  const locked = async () => {
    await acquireAsCore(locking, ownerId)
    lock.isOurs = true
    try {
      return await job()
    } finally {
      await locking.release(ownerId, { ownerId: LOCK_OWNER })
    }
  }
  try {
    return await locking.execute(`${LOCK_OWNER}:${ownerId}`, locked, {
      timeout: LOCK_TIMEOUT_SECONDS,
    })
  } catch (error) {
    throw lock.isOurs ? error : new LockTaken()
  }
}

/** Somebody else has the lock, or died with it: it is free again in two minutes at the latest. */
export class LockTaken extends MedusaError {
  static readonly MESSAGE =
    "This payment is being worked on at this moment: try again in two minutes."

  constructor() {
    super(MedusaError.Types.CONFLICT, LockTaken.MESSAGE)
  }
}

/** For `catch`: a lock that is taken is an outcome, anything else an error. */
export function whereFree(error: unknown): "taken" {
  if (error instanceof LockTaken) return "taken"
  throw error
}

/**
 * Always as the same owner: what a server of ours left locked when it died, the next one takes over,
 * and nobody else of ours is here.
 */
async function acquireAsCore(locking: ILockingModule, key: string): Promise<void> {
  const giveUpAt = performance.now() + LOCK_TIMEOUT_SECONDS * 1000
  for (;;) {
    try {
      await locking.acquire(key, { ownerId: LOCK_OWNER, expire: LOCK_EXPIRES_SECONDS })
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
    }
    await delay(LOCK_RETRY_MS)
  }
}
