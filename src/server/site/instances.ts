// Connects several instances by Redis, and the events that they share over it. Everything important is in the database; without Redis every
// instance continues alone.
import type { FastifyBaseLogger } from 'fastify'
import type { ServerOptions } from 'socket.io'
import type { SiteEvents } from '../base/events.ts'
import type { Config } from '../config/config.ts'
import { shareEvents } from '../realtime/share-events.ts'
import { type Bus, openBus } from '../redis/bus.ts'
import type { Redis } from '../redis/redis.ts'

export interface Instances {
  readonly redis: Redis
  readonly bus: Bus
  /** Connects the rooms of sockets. */
  readonly adapter: ServerOptions['adapter']
  close(): Promise<void>
}

/** Joins the other instances; undefined without Redis. */
export async function connectInstances(
  config: Config,
  events: SiteEvents,
  log: FastifyBaseLogger,
): Promise<Instances | undefined> {
  if (config.redisUrl === undefined) return undefined
  // A site of one instance does without the client of Redis.
  const [{ openRedis }, { createRedisAdapter }] = await Promise.all([
    import('../redis/redis.ts'),
    import('../realtime/redis-adapter.ts'),
  ])
  const { redisUrl: url, redisSentinels: sentinels, redisPrefix: prefix } = config
  const redis = openRedis({ url, sentinels, prefix, log })
  const bus = openBus(redis, log)
  const stopSharing = shareEvents(events, bus)
  return {
    redis,
    bus,
    adapter: createRedisAdapter(redis),
    close: async () => {
      stopSharing()
      await redis.close()
    },
  }
}
