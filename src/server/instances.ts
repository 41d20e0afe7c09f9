// What lets this instance be one of several: Redis, and what they tell each other over it. The database is the truth; without Redis
// every part goes on alone.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { SiteEvents } from './events.ts'
import { type Bus, openBus } from './redis/bus.ts'
import { openRedis, type Redis } from './redis/redis.ts'
import { shareEvents } from './redis/share-events.ts'

export interface Instances {
  readonly redis: Redis
  readonly bus: Bus
  close(): Promise<void>
}

/** Joins the other instances; undefined where the settings name no Redis, so that this is the only one. */
export function joinInstances(config: Config, events: SiteEvents, log: FastifyBaseLogger): Instances | undefined {
  if (config.redisUrl === undefined) return undefined
  const redis = openRedis({ url: config.redisUrl, prefix: config.redisPrefix, log })
  const bus = openBus(redis, log)
  const stopSharing = shareEvents(events, bus)
  return {
    redis,
    bus,
    close: async () => {
      stopSharing()
      await redis.close()
    },
  }
}
