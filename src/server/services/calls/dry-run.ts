// Dry runs: work that is done within a transaction and undone, so that a preview says what the work itself would do.
import type { Queries } from '../../db/database.ts'

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
