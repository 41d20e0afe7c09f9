// What a reading has seen, and what it has not: so that what was told meanwhile is added to it once, and neither twice nor never.

/** Selected by a statement that writes: which transaction it is. */
export const TRANSACTION = 'pg_current_xact_id()::text'

/** Selected by a statement that reads: which transactions it sees. */
export const SNAPSHOT = 'pg_current_snapshot()::text'

/** Tells of a transaction (`TRANSACTION`) whether a reading has seen it. */
export type Sees = (transaction: string) => boolean

/**
 * Reads a snapshot: the first transaction that was under way, the first that had not begun, and all under way between them.
 *
 * @param text as PostgreSQL writes it (`SNAPSHOT`), e.g. 10:20:10,14,15
 */
export function seenBy(text: string): Sees {
  const [from = '', to = '', between = ''] = text.split(':')
  const [firstUnderWay, firstToCome] = [BigInt(from), BigInt(to)]
  const underWay = new Set(between.split(','))
  return (transaction) => {
    const id = BigInt(transaction)
    return id < firstUnderWay || (id < firstToCome && !underWay.has(transaction))
  }
}
