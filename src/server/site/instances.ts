// Connects several processes: instances by Redis, the workers of one instance by their primary, and the events that they share over it.
// Everything important is in the database; without Redis every instance continues alone.
import { createAdapter as createWorkerAdapter } from '@socket.io/cluster-adapter'
import type { FastifyBaseLogger } from 'fastify'
import type { ServerOptions } from 'socket.io'
import type { Config } from '../base/config.ts'
import type { SiteEvents } from '../base/events.ts'
import { shareEvents } from '../realtime/share-events.ts'
import { type Bus, openBus } from '../redis/bus.ts'
import type { Redis } from '../redis/redis.ts'
import { openWorkerBus } from './worker-bus.ts'
import { workerNumber } from './worker-messages.ts'

export interface Instances {
  /** Undefined where only the workers of one instance are connected. */
  readonly redis: Redis | undefined
  readonly bus: Bus
  /** Connects the rooms of sockets. */
  readonly adapter: ServerOptions['adapter']
  close(): Promise<void>
}

/** Connects the workers of this instance. Redis would do that too, but one machine needs none. */
function connectWorkers(events: SiteEvents, log: FastifyBaseLogger): Instances {
  const bus = openWorkerBus(log)
  const stopSharing = shareEvents(events, bus)
  const close = async (): Promise<void> => {
    stopSharing()
    bus.close()
  }
  return { redis: undefined, bus, adapter: createWorkerAdapter() as unknown as ServerOptions['adapter'], close }
}

/** Joins the other processes; undefined for a single one. */
export async function connectInstances(
  config: Config,
  events: SiteEvents,
  log: FastifyBaseLogger,
): Promise<Instances | undefined> {
  if (config.redisUrl === undefined) return workerNumber() === undefined ? undefined : connectWorkers(events, log)
  // A site of one process does without the client of Redis.
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
