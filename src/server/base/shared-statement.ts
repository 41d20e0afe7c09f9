// Database calls that wait at the same time share one statement: under load they share its round trip and its commit, and a single call does
// not wait for others.
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface SharedOptions<Piece> {
  /** How many statements may run at once; 1 when left out. */
  readonly atOnce?: number
  /** The most pieces of a statement; no limit when left out. */
  readonly most?: number
  /** Keys that only one running piece may touch, e.g. its account; none when left out. */
  readonly touches?: (piece: Piece) => readonly (string | number)[]
}

interface Waiting<Piece, Result> {
  readonly piece: Piece
  readonly done: PromiseWithResolvers<Result>
}

/**
 * Makes a caller whose pieces share statements. Pieces that arrive while all allowed statements run wait, and share the next one.
 *
 * @param work runs one statement for pieces, oldest first, never none; a failure fails all of them
 * @returns a function that takes one piece, and resolves with what `work` returned for all pieces of its statement
 */
export function shareStatements<Piece, Result>(
  work: (pieces: readonly Piece[]) => Promise<Result>,
  { atOnce = 1, most = Number.POSITIVE_INFINITY, touches = () => [] }: SharedOptions<Piece> = {},
): (piece: Piece) => Promise<Result> {
  let waiting: Waiting<Piece, Result>[] = []
  let underWay = 0
  let isPlanned = false
  /** The keys that running statements touch. */
  const held = new Set<string | number>()

  /** Removes the pieces of the next statement from the waiting ones; none if all of them touch keys of running statements. */
  function takeBatch(): Waiting<Piece, Result>[] {
    const touched = new Set(held)
    const batch: Waiting<Piece, Result>[] = []
    const left: Waiting<Piece, Result>[] = []
    for (const one of waiting) {
      const names = touches(one.piece)
      if (batch.length < most && !names.some((name) => touched.has(name))) batch.push(one)
      else left.push(one)
      for (const name of names) touched.add(name)
    }
    waiting = left
    return batch
  }

  async function run(batch: readonly Waiting<Piece, Result>[]): Promise<void> {
    const result = work(batch.map(({ piece }) => piece))
    await Promise.allSettled([result])
    for (const { piece } of batch) for (const name of touches(piece)) held.delete(name)
    underWay--
    next()
    // The driver sends the next statement at the end of this turn: what callers do with a result would let the database wait until then.
    if (underWay > 0) await nextTurn()
    for (const { done } of batch) done.resolve(result)
  }

  function next(): void {
    isPlanned = false
    while (underWay < atOnce && waiting.length > 0) {
      const batch = takeBatch()
      if (batch.length === 0) return
      for (const { piece } of batch) for (const name of touches(piece)) held.add(name)
      underWay++
      void run(batch)
    }
  }

  return (piece) => {
    const done = Promise.withResolvers<Result>()
    waiting.push({ piece, done })
    // Pieces of the same tick of the event loop share a statement.
    if (!isPlanned) setImmediate(next)
    isPlanned = true
    return done.promise
  }
}
