// Spreads work over turns of the event loop, so that a flood of it does not delay other requests.

/**
 * Creates a throttle for work that is cheap once and expensive in numbers.
 *
 * @param perTurn how many pieces of work may start in one iteration of the event loop
 * @returns a function whose promise resolves when the next piece may start: at once up to that number, else in order
 */
export function createLoopThrottle(perTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let started = 0

  function nextTurn(): void {
    const admitted = waiting.splice(0, perTurn)
    started = admitted.length
    for (const start of admitted) start()
    if (started > 0) setImmediate(nextTurn)
  }

  return () => {
    if (started === 0) setImmediate(nextTurn)
    if (started < perTurn) {
      started++
      return Promise.resolve()
    }
    return new Promise((resolve) => void waiting.push(resolve))
  }
}
