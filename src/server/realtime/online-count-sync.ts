// Synchronizes the online count: each instance publishes its own every second, and an instance that is silent is not counted.
import { z } from 'zod'
import type { Bus } from '../redis/bus.ts'

const PUBLISHED_EVERY_MS = 1_000
/** Four messages missed: the instance is gone, or Redis is. */
const GONE_MS = 4_500

export interface RemoteOnlineCount {
  /** Returns the number of connections at other instances that published within the last seconds. */
  count(): number
  /** Removes this instance from the others' sums. */
  stop(): void
}

/** Publishes the count of this instance's connections. */
export function syncOnlineCount(bus: Bus, countHere: () => number): RemoteOnlineCount {
  const others = new Map<string, { online: number; heardMs: number }>()
  bus.subscribe('online', (words, from) => {
    const online = z.int().min(0).parse(words)
    if (online === 0) others.delete(from)
    else others.set(from, { online, heardMs: performance.now() })
  })
  const publishing = setInterval(() => bus.publish('online', countHere()), PUBLISHED_EVERY_MS)
  publishing.unref()
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
      clearInterval(publishing)
      bus.publish('online', 0)
    },
  }
}
