// A queue for work that calls must not wait for: little of it runs at once, a limited number waits, networks have shares and take turns.
import type { Networks } from '../base/networks.ts'
import { ProtocolError } from '../base/refusal.ts'

export interface QueueLimits {
  /** How much runs at once. */
  readonly running: number
  /** How much waits; more is refused. */
  readonly waiting: number
  /** How much of one address runs or waits. */
  readonly ofAddress: number
  /** How much of one IPv6 /48 runs or waits, which has 65,536 addresses by our count. */
  readonly ofWider: number
}

/** Runs work in its turn. Throws 503 when the queue is full, or the caller's address or /48 has its share of it. */
export type BoundedQueue = <T>(caller: Networks, work: () => Promise<T>) => Promise<T>

/** Work that waits. Callers take turns: each of them waits for one piece of every other, not for all of them. */
function createTurns(): {
  add(caller: string, start: () => void): void
  next(): (() => void) | undefined
  count(): number
} {
  const lines = new Map<string, (() => void)[]>()
  let count = 0
  return {
    add: (caller, start) => {
      count++
      const line = lines.get(caller)
      if (line === undefined) lines.set(caller, [start])
      else line.push(start)
    },
    next: () => {
      const [first] = lines
      if (first === undefined) return undefined
      const [caller, [start, ...rest]] = first
      count--
      lines.delete(caller)
      if (rest.length > 0) lines.set(caller, rest)
      return start
    },
    count: () => count,
  }
}

/** Creates a queue. */
export function createBoundedQueue(most: QueueLimits): BoundedQueue {
  const turns = createTurns()
  const shares = new Map<string, number>()
  let running = 0

  function start(): void {
    if (running >= most.running) return
    const next = turns.next()
    if (next === undefined) return
    running++
    next()
  }

  function release(name: string): void {
    const left = (shares.get(name) ?? 1) - 1
    if (left === 0) shares.delete(name)
    else shares.set(name, left)
  }

  return async ({ network, wider }, work) => {
    const names = wider === undefined ? [network] : [network, wider]
    const [ofAddress = 0, ofWider = 0] = names.map((name) => shares.get(name) ?? 0)
    const isRefused = ofAddress >= most.ofAddress || ofWider >= most.ofWider || turns.count() >= most.waiting
    if (isRefused) throw new ProtocolError(503, 'busy')
    for (const name of names) shares.set(name, (shares.get(name) ?? 0) + 1)
    try {
      const isMyTurn = new Promise<void>((resolve) => turns.add(wider ?? network, resolve))
      start()
      await isMyTurn
      try {
        return await work()
      } finally {
        running--
        start()
      }
    } finally {
      for (const name of names) release(name)
    }
  }
}
