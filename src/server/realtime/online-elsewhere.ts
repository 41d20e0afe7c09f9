// How many are online at the other instances. Each tells its own count every second; one that is not heard any more counts no more.
import { z } from 'zod'
import type { Bus } from '../redis/bus.ts'

const TOLD_EVERY_MS = 1_000
/** Four tellings missed: it is gone, or Redis is. */
const GONE_MS = 4_500

export interface OnlineElsewhere {
  /** Connections at the other instances that were heard within the last seconds. */
  count(): number
  /** Takes this instance out of the others' sums. */
  stop(): void
}

/** Shares the count of this instance's connections. */
export function shareOnline(bus: Bus, countHere: () => number): OnlineElsewhere {
  const others = new Map<string, { online: number; heardMs: number }>()
  bus.hear('online', (words, from) => {
    const online = z.int().min(0).parse(words)
    if (online === 0) others.delete(from)
    else others.set(from, { online, heardMs: performance.now() })
  })
  const telling = setInterval(() => bus.tell('online', countHere()), TOLD_EVERY_MS)
  telling.unref()
  return {
    count: () => {
      const since = performance.now() - GONE_MS
      let sum = 0
      for (const [from, { online, heardMs }] of others) {
        if (heardMs < since) others.delete(from)
        else sum += online
      }
      return sum
    },
    stop: () => {
      clearInterval(telling)
      bus.tell('online', 0)
    },
  }
}
