// Tells whether a read saw a transaction, so that live events are counted once.

/** SQL for the id of the current transaction, in statements that write. */
export const TRANSACTION = 'pg_current_xact_id()::text'

/** SQL for the snapshot, in statements that read. */
export const SNAPSHOT = 'pg_current_snapshot()::text'

/** Tells whether a snapshot contains a transaction (`TRANSACTION`). */
export type SnapshotContains = (transaction: string) => boolean

/**
 * Parses a snapshot: the first transaction under way, the first that had not begun, and all under way between them.
 *
 * @param text as PostgreSQL writes it (`SNAPSHOT`), e.g. 10:20:10,14,15
 */
export function readSnapshot(text: string): SnapshotContains {
  const [from = '', to = '', between = ''] = text.split(':')
  const [firstUnderWay, firstToCome] = [BigInt(from), BigInt(to)]
  const underWay = new Set(between.split(','))
  return (transaction) => {
    const id = BigInt(transaction)
    return id < firstUnderWay || (id < firstToCome && !underWay.has(transaction))
  }
}
