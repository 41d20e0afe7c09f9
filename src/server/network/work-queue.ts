// A queue for work that calls must not wait for: little of it runs at once, a limited number waits, and who asks for much waits longest.
import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import { ProtocolError } from '../base/refusal.ts'
import type { Networks } from '../network/networks.ts'

export interface QueueLimits {
  /** How much runs at once. */
  readonly running: number
  /** How much waits; more is refused. */
  readonly waiting: number
  /** How much of one caller runs or waits: an IPv4 address, or an IPv6 /48, which one customer of a hoster can have. */
  readonly ofCaller: number
}

export interface WorkOptions {
  /** True for work that comes after all other. */
  readonly isLast?: boolean
}

/** Runs work in its turn. Throws 503 when the queue is full, or the caller has its share of it. */
export type WorkQueue = <T>(caller: Networks, work: () => Promise<T>, options?: WorkOptions) => Promise<T>

/** Creates a queue. */
export function createWorkQueue({ running, waiting, ofCaller }: QueueLimits): WorkQueue {
  const queue = new PQueue({ concurrency: running })
  const shares = new Map<string, number>()
  return async ({ network, wider }, work, { isLast = false } = {}) => {
    const caller = wider ?? network
    const share = shares.get(caller) ?? 0
    if (share >= ofCaller || queue.size >= waiting) throw new ProtocolError(503, 'busy')
    shares.set(caller, share + 1)
    // The second work of a caller comes after the first of every other.
    const priority = -share - (isLast ? ofCaller : 0)
    const inTurn = async () => {
      // What is answered without waiting would otherwise follow one another in one turn of the event loop.
      await nextTurn()
      return work()
    }
    try {
      return await queue.add(inTurn, { priority })
    } finally {
      const left = (shares.get(caller) ?? 1) - 1
      if (left === 0) shares.delete(caller)
      else shares.set(caller, left)
    }
  }
}
