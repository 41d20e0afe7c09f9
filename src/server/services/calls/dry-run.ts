// Dry runs: work that is done within a transaction and undone, so that a preview says what the work itself would do.
import { OperatorError } from '../../base/operator-error.ts'
import { type Database, databaseFault, type Queries } from '../../db/database.ts'

class Undone extends Error {}

/**
 * Does work and undoes it, in a savepoint of the caller's transaction. Locks that the work takes end with it: what has to stay as it was seen is
 * locked before.
 *
 * @returns what the work returned
 */
export async function dryRun<Result>(tx: Queries, work: (inner: Queries) => Promise<Result>): Promise<Result> {
  let result: { readonly value: Result } | undefined
  await tx
    .transaction(async (inner) => {
      result = { value: await work(inner) }
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (result === undefined) throw new Error('A dry run returned nothing')
  return result.value
}

/** The code of a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Something else has locked what a preview reads. */
export class PreviewBusy extends OperatorError {
  constructor() {
    super('Something else is changing it right now: try again in a moment.')
    this.name = 'PreviewBusy'
  }
}

/**
 * Runs a preview in a transaction of its own. It locks what the act locks, and players' calls wait for that: while it holds something it waits
 * for others no longer than a player would notice.
 *
 * @throws PreviewBusy where that is not enough
 */
export async function inPreview<Result>(db: Database, work: (tx: Queries) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute("set local lock_timeout = '200ms'")
      return work(tx)
    })
  } catch (error) {
    throw databaseFault(error)?.code === LOCK_NOT_AVAILABLE ? new PreviewBusy() : error
  }
}
