// Gathers what happens faster than it is told: at most one message every so often, holding what came in between.

export interface Gathering<Piece> {
  add(pieces: readonly Piece[]): void
  /** Forgets what waits and stops. */
  stop(): void
}

/**
 * Hands pieces on in batches, `everyMs` apart at least. The first goes out with the next turn of the event loop, not at once: a
 * volatile message is lost on a socket that was written to in the same turn.
 *
 * @param flush takes a batch, oldest first, never empty
 */
export function createGathering<Piece>(everyMs: number, flush: (pieces: readonly Piece[]) => void): Gathering<Piece> {
  let pieces: Piece[] = []
  let timer: NodeJS.Timeout | null = null

  function tell(): void {
    timer = null
    if (pieces.length === 0) return
    const batch = pieces
    pieces = []
    timer = setTimeout(tell, everyMs)
    flush(batch)
  }

  return {
    add(more) {
      pieces.push(...more)
      timer ??= setTimeout(tell, 1)
    },
    stop() {
      pieces = []
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
