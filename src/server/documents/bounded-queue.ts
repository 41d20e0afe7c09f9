// A queue for work that calls must not wait for: little of it runs at once, a limited number waits, and one address has a share of it.
import { ProtocolError } from '../base/refusal.ts'

export interface QueueLimits {
  /** How much runs at once. */
  readonly running: number
  /** How much waits; more is refused. */
  readonly waiting: number
  /** How much of one address runs or waits. */
  readonly ofAddress: number
}

/** Runs work in its turn. Throws 503 when the queue is full, or the address has its share of it. */
export type BoundedQueue = <T>(address: string, work: () => Promise<T>) => Promise<T>

/** Creates a queue. */
export function createBoundedQueue(most: QueueLimits): BoundedQueue {
  const waiting: (() => void)[] = []
  const shares = new Map<string, number>()
  let running = 0

  function start(): void {
    if (running >= most.running) return
    const next = waiting.shift()
    if (next === undefined) return
    running++
    next()
  }

  return async (address, work) => {
    const share = shares.get(address) ?? 0
    if (share >= most.ofAddress || waiting.length >= most.waiting) throw new ProtocolError(503, 'busy')
    shares.set(address, share + 1)
    try {
      const isMyTurn = new Promise<void>((resolve) => void waiting.push(resolve))
      start()
      await isMyTurn
      try {
        return await work()
      } finally {
        running--
        start()
      }
    } finally {
      const left = (shares.get(address) ?? 1) - 1
      if (left === 0) shares.delete(address)
      else shares.set(address, left)
    }
  }
}
