/** What is to be done once Medusa has loaded everything. */
let job: (() => Promise<void>) | undefined

/**
 * Leaves a job for the moment Medusa has loaded everything: the ledger is told of that moment, and sees
 * no more than its own tables. One job for the process; a later one replaces it. It must not throw.
 */
export function atStart(work: () => Promise<void>): void {
  job = work
}

/** For the ledger, when Medusa tells it of the start. */
export async function runAtStart(): Promise<void> {
  await job?.()
}
