// Tells by the browser's own clock whether it received a battle's lock before the randomness existed. Such a receipt proves, without the
// server's times, that nobody chose the lock by its result.

/** A lock that a browser received. Times are milliseconds since 1970. */
export interface ReceivedLock {
  readonly hash: string
  /** When the round of the beacon exists, by the schedule of the chain; null for a committed seed. */
  readonly roundAt: number | null
  /** When the browser first received it, by its own clock. */
  readonly receivedAt: number
}

/**
 * `none`: the browser received no lock of the battle. `early`: it had the lock before its round. `late`: it saw the lock afterwards, which
 * proves nothing. `kept`: the lock is the one that it received; of a committed seed, time proves nothing. `other`: it received only other
 * locks. `replaced`: it had another lock before that one's round, and this one only afterwards, when the result of the other was known.
 */
export type ReceiptVerdict =
  | { readonly kind: 'early' | 'late'; readonly distanceMs: number }
  | { readonly kind: 'none' | 'kept' | 'other' | 'replaced' }

/**
 * Judges a lock by what a browser received.
 *
 * @param hash of the lock that the battle was drawn from
 */
export function judgeReceipt(received: readonly ReceivedLock[], hash: string): ReceiptVerdict {
  const lock = received.find((one) => one.hash === hash)
  if (lock === undefined) return { kind: received.length === 0 ? 'none' : 'other' }
  const { roundAt, receivedAt } = lock
  if (roundAt === null) return { kind: 'kept' }
  const isReplaced = received.some(
    (one) => one.roundAt !== null && one.roundAt < roundAt && one.receivedAt < one.roundAt && receivedAt >= one.roundAt,
  )
  if (isReplaced) return { kind: 'replaced' }
  return receivedAt < roundAt
    ? { kind: 'early', distanceMs: roundAt - receivedAt }
    : { kind: 'late', distanceMs: receivedAt - roundAt }
}
