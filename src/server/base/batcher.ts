// Batches items that arrive faster than they are sent.

export interface Batcher<Piece> {
  add(pieces: readonly Piece[]): void
  /** Discards waiting items and stops. */
  stop(): void
}

/**
 * Passes items on in batches, at least `everyMs` apart. The first batch is sent in the next tick of the event loop, not at once:
 * a volatile message is lost on a socket that was written to in the same tick.
 *
 * @param flush receives a batch, oldest first, never empty
 */
export function createBatcher<Piece>(everyMs: number, flush: (pieces: readonly Piece[]) => void): Batcher<Piece> {
  let pieces: Piece[] = []
  let timer: NodeJS.Timeout | null = null

  function flushBatch(): void {
    timer = null
    if (pieces.length === 0) return
    const batch = pieces
    pieces = []
    timer = setTimeout(flushBatch, everyMs)
    flush(batch)
  }

  return {
    add(more) {
      pieces.push(...more)
      timer ??= setTimeout(flushBatch, 1)
    },
    stop() {
      pieces = []
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
