// Workers of an instance share their rate limits over a bus.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { workerRateLimitStore } from '../../../src/server/http/worker-rate-limits.ts'
import type { Bus } from '../../../src/server/redis/bus.ts'

const WINDOW_MS = 60_000
const TOLD_MS = 100
/** Of no meaning to the store. */
const MAX = 600

type Counts = (caller: string) => Promise<{ current: number; ttl: number }>

/** Makes so many buses that hear each other, as those of workers do: messages are copied. */
function buses(count: number): Bus[] {
  const listeners = Array.from({ length: count }, () => new Map<string, (words: unknown, from: string) => void>())
  return listeners.map((own, place) => ({
    publish: (topic, words) => {
      for (const other of listeners)
        if (other !== own) other.get(topic)?.(JSON.parse(JSON.stringify(words)), String(place))
    },
    subscribe: (topic, listener) => void own.set(topic, listener),
  }))
}

function counter(bus: Bus): Counts {
  const store = new (workerRateLimitStore(bus))()
  return (caller) =>
    new Promise((resolve, reject) => {
      store.incr(caller, (error, usage) => (usage === undefined ? reject(error) : resolve(usage)), WINDOW_MS, MAX)
    })
}

let one: Counts
let other: Counts

beforeEach(() => {
  vi.useFakeTimers()
  const [first, second] = buses(2) as [Bus, Bus]
  one = counter(first)
  other = counter(second)
})

afterEach(() => void vi.useRealTimers())

it('counts the calls of all workers a tenth of a second later', async () => {
  for (let call = 1; call <= 3; call++) expect((await one('a')).current).toBe(call)
  expect((await other('a')).current).toBe(1)
  vi.advanceTimersByTime(TOLD_MS)
  expect((await other('a')).current).toBe(5)
  expect((await one('a')).current).toBe(5)
  expect((await other('b')).current).toBe(1)
})

it('begins a new window for all after the first one', async () => {
  await one('a')
  vi.advanceTimersByTime(TOLD_MS)
  expect((await other('a')).ttl).toBeLessThanOrEqual(WINDOW_MS)
  vi.advanceTimersByTime(WINDOW_MS + TOLD_MS)
  expect((await one('a')).current).toBe(1)
})
