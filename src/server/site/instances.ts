// Connects several instances: Redis and the events that they share over it. Everything important is in the database; without Redis
// every instance continues alone.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../base/config.ts'
import type { SiteEvents } from '../base/events.ts'
import { shareEvents } from '../realtime/share-events.ts'
import { type Bus, openBus } from '../redis/bus.ts'
import { openRedis, type Redis } from '../redis/redis.ts'

export interface Instances {
  readonly redis: Redis
  readonly bus: Bus
  close(): Promise<void>
}

/** Joins the other instances; undefined when the settings name no Redis. */
export function connectInstances(config: Config, events: SiteEvents, log: FastifyBaseLogger): Instances | undefined {
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
