// Counts calls over all instances in Redis, and in this process beside it: what counts while Redis is away. So an outage neither blocks
// anybody nor opens the gate: each instance holds its own callers to the same limit.
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { Redis } from '../redis/redis.ts'

const CALLERS = 50_000

/** One round trip: counts, and lets a new window end by itself. */
const COUNT_SCRIPT = `
local current = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {current, left}`

interface Spent {
  /** Calls in the window that runs, this one too. */
  readonly current: number
  /** Until the window ends, in milliseconds. */
  readonly ttl: number
}

type Count = (caller: string, windowMs: number) => Promise<Spent>

function countHere(): (caller: string, windowMs: number) => Spent {
  const windows = new LRUCache<string, { calls: number; endsMs: number }>({ max: CALLERS })
  return (caller, windowMs) => {
    const nowMs = performance.now()
    const known = windows.get(caller)
    const window = known !== undefined && known.endsMs > nowMs ? known : { calls: 0, endsMs: nowMs + windowMs }
    window.calls += 1
    windows.set(caller, window)
    return { current: window.calls, ttl: Math.ceil(window.endsMs - nowMs) }
  }
}

function countEverywhere(redis: Redis): Count {
  redis.client.defineCommand('countCall', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  const { countCall } = redis.client as unknown as {
    countCall(key: string, windowMs: number): Promise<[current: number, left: number]>
  }
  return async (caller, windowMs) => {
    const [current, ttl] = await countCall.call(redis.client, `${redis.prefix}:calls:${caller}`, windowMs)
    return { current, ttl }
  }
}

/** A store for @fastify/rate-limit over the instances that share a Redis. */
export function sharedCount(redis: Redis): new () => FastifyRateLimitStore {
  const here = countHere()
  const everywhere = countEverywhere(redis)

  async function count(caller: string, windowMs: number): Promise<Spent> {
    const own = here(caller, windowMs)
    if (redis.state() !== 'ready') return own
    try {
      return await everywhere(caller, windowMs)
    } catch {
      // It has just gone, and says so in the log itself.
      return own
    }
  }

  return class SharedCount implements FastifyRateLimitStore {
    incr(
      caller: string,
      done: (error: Error | null, spent?: { current: number; ttl: number }) => void,
      windowMs?: number,
    ): void {
      count(caller, windowMs ?? 0).then((spent) => done(null, spent), done)
    }

    child(): FastifyRateLimitStore {
      return new SharedCount()
    }
  }
}
