// A rate limit store over all instances in Redis, with a local count that applies while Redis is unavailable. So an outage neither
// blocks callers nor lifts the limit: each instance applies it to its own callers.
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { growingCache } from '../base/growing-cache.ts'
import type { Redis } from '../redis/redis.ts'

const CALLERS_MAX = 50_000

/** Counts a call and sets the expiry of a new window in one round trip. */
const COUNT_SCRIPT = `
local current = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {current, left}`

interface Usage {
  /** Calls in the current window, including this one. */
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Returns a count of calls in windows, in this process. */
function countLocally(): (caller: string, windowMs: number) => Usage {
  const windows = growingCache<string, { calls: number; endsMs: number }>(CALLERS_MAX)
  return (caller, windowMs) => {
    const nowMs = performance.now()
    const known = windows.get(caller)
    const window = known !== undefined && known.endsMs > nowMs ? known : { calls: 0, endsMs: nowMs + windowMs }
    window.calls += 1
    windows.set(caller, window)
    return { current: window.calls, ttl: Math.ceil(window.endsMs - nowMs) }
  }
}

function countInRedis(redis: Redis): (caller: string, windowMs: number) => Promise<Usage> {
  redis.client.defineCommand('countCall', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  const { countCall } = redis.client as unknown as {
    countCall(key: string, windowMs: number): Promise<[current: number, left: number]>
  }
  return async (caller, windowMs) => {
    const [current, ttl] = await countCall.call(redis.client, `${redis.prefix}:calls:${caller}`, windowMs)
    return { current, ttl }
  }
}

/** Returns a store for @fastify/rate-limit over the instances that share a Redis. */
export function sharedRateLimitStore(redis: Redis): new () => FastifyRateLimitStore {
  const local = countLocally()
  const shared = countInRedis(redis)

  async function count(caller: string, windowMs: number): Promise<Usage> {
    const own = local(caller, windowMs)
    if (redis.state() !== 'ready') return own
    try {
      return await shared(caller, windowMs)
    } catch {
      // Redis became unavailable, which its client logs.
      return own
    }
  }

  return class Store implements FastifyRateLimitStore {
    incr(
      caller: string,
      done: (error: Error | null, usage?: { current: number; ttl: number }) => void,
      windowMs?: number,
    ): void {
      count(caller, windowMs ?? 0).then((usage) => done(null, usage), done)
    }

    child(): FastifyRateLimitStore {
      return new Store()
    }
  }
}
